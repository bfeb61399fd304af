/** Where the cards are used. Terminals send capitals without accents; enrichment restores the name. */

export interface Merchant {
  /** As printed on the card statement, with the town. */
  label: string
  name: string
  category: string
  leastMinor: number
  mostMinor: number
}

function merchant(
  label: string,
  name: string,
  category: string,
  leastMinor: number,
  mostMinor: number,
): Merchant {
  return { label, name, category, leastMinor, mostMinor }
}

/** Subscriptions cost the same every month. */
export const subscriptions = {
  card: [
    merchant('QUILLFORGE.IO AMSTERDAM', 'Quillforge', 'software', 4_900, 4_900),
    merchant('PLANKWISE CAD BERLIN', 'Plankwise CAD', 'software', 18_900, 18_900),
    merchant('WOLKENREGAL GMBH KOELN', 'Wolkenregal', 'software', 3_480, 3_480),
    merchant('TEAMFADEN COPENHAGEN', 'Teamfaden', 'software', 8_400, 8_400),
  ],
  workshop: [
    merchant('DEVISCLAIR PARIS', 'DevisClair', 'software', 3_900, 3_900),
    merchant('NUAGE ET CIE NANTES', 'Nuage & Cie', 'software', 1_490, 1_490),
  ],
  shop: [
    merchant('SHOPLOFT.COM DUBLIN', 'Shoploft', 'software', 10_500, 10_500),
    merchant('MAILHERON 8005550142', 'Mailheron', 'marketing', 6_250, 6_250),
    merchant('PIXELKRAM LONDON', 'Pixelkram', 'software', 2_399, 2_399),
    merchant('ADVERTO IRELAND', 'Adverto', 'marketing', 40_000, 40_000),
    merchant('TICKETLOTSE HAMBURG', 'Ticketlotse', 'software', 5_700, 5_700),
  ],
} as const

const germanMerchants: readonly Merchant[] = [
  merchant('GLEISBLICK BAHN ONLINE', 'Gleisblick Bahn', 'travel', 2_190, 16_880),
  merchant('GLEISBLICK BAHN ONLINE', 'Gleisblick Bahn', 'travel', 2_190, 16_880),
  merchant('HAVELTAXI 3307 POTSDAM', 'Haveltaxi', 'travel', 980, 5_460),
  merchant('HOTEL ANKERPLATZ HAMBURG', 'Hotel Ankerplatz', 'travel', 8_900, 31_400),
  merchant('LUFTBRUECKE AIR 2207114', 'Luftbrücke Air', 'travel', 11_900, 46_200),
  merchant('TANKHOF A10 MICHENDORF', 'Tankhof', 'travel', 4_800, 10_950),
  merchant('BAECKEREI KORNFELD 014', 'Bäckerei Kornfeld', 'meals', 480, 3_650),
  merchant('CAFE MUESSIGGANG BERLIN', 'Café Müßiggang', 'meals', 760, 4_280),
  merchant('RISTORANTE DUE LEONI', 'Ristorante Due Leoni', 'meals', 3_900, 18_700),
  merchant('PAPIERKRAM MARKT 22', 'Papierkram Markt', 'office-supplies', 690, 12_450),
  merchant('SCHRAUBENKOENIG HAVELAU', 'Schraubenkönig', 'hardware', 1_240, 38_900),
  merchant('MOEBELMESSE KOELN TICKET', 'Möbelmesse Köln', 'maerkte-messen', 4_500, 64_000),
]

const frenchMerchants: readonly Merchant[] = [
  merchant('RAIL EXPRES PARIS', 'Rail Exprès', 'travel', 1_900, 13_400),
  merchant('TAXIS DE LA SAONE LYON', 'Taxis de la Saône', 'travel', 1_150, 4_870),
  merchant('STATION PETIT RELAIS A6', 'Station Petit Relais', 'travel', 4_200, 9_880),
  merchant('BOULANGERIE AU BON EPI', 'Boulangerie Au Bon Épi', 'meals', 390, 2_640),
  merchant('BOUCHON CHEZ OLYMPE LYON', 'Bouchon Chez Olympe', 'meals', 2_800, 12_900),
  merchant('QUINCAILLERIE BOIS-JOLI', 'Quincaillerie Bois-Joli', 'hardware', 850, 27_600),
  merchant('PAPETERIE DES ARTS LYON', 'Papeterie des Arts', 'office-supplies', 540, 6_980),
  merchant('SALON HABITAT VILLEURBANNE', 'Salon Habitat', 'maerkte-messen', 6_000, 48_000),
]

export const everydayMerchants = {
  card: germanMerchants,
  workshop: frenchMerchants,
  shop: germanMerchants,
} as const

/** Merchants that block an amount on the card and release it later. */
export const depositMerchants: readonly Merchant[] = [
  merchant('HOTEL ANKERPLATZ HAMBURG', 'Hotel Ankerplatz', 'travel', 15_000, 30_000),
  merchant('WANDERVAN RENTAL BREMEN', 'Wandervan', 'travel', 50_000, 80_000),
  merchant('TANKHOF AUTOMAT 24H', 'Tankhof', 'travel', 10_000, 13_000),
]
