/** The companies' customers. */
import { demoIban, type IbanCountry } from '../ibans.ts'
import type { Party } from '../transactionDrafts.ts'

function customer(name: string, country: IbanCountry | null): Party {
  return { name, iban: country === null ? null : demoIban(country, name), category: 'revenue' }
}

export const furnitureCustomers: readonly Party[] = [
  customer('Hotel Seestern am Bodden', 'DE'),
  customer('Küchenstudio Wölfle', 'DE'),
  customer('Müller-Ørsted Architekten PartG', 'DE'),
  customer('Kita Löwenzahn e. V.', 'DE'),
  customer('Gasthof Zum Grünen Bären', 'AT'),
  customer('Wohnkultur Tønder A/S', 'DK'),
  customer('Grand Café Zomerlicht', 'NL'),
  customer('Praxis Dr. Çelik & Partner', 'DE'),
  customer('Bibliothek der Stadt Havelau', 'DE'),
]

export const swissCustomers: readonly Party[] = [
  customer('Hôtel du Lac Bleu SA', 'CH'),
  customer('Bündner Stuben GmbH', 'CH'),
  customer('Wohnatelier Rüegg', 'CH'),
]

export const workshopCustomers: readonly Party[] = [
  customer('Galerie Hélène Castaing', 'FR'),
  customer('Mairie de Saint-Évrard', 'FR'),
  customer('Restaurant L’Œil de Bœuf', 'FR'),
  customer('Hôtel Belle Étoile', 'FR'),
  customer('Théâtre des Ormes', 'FR'),
  customer('Maison Vandenbrœck', 'BE'),
]

export const dollarCustomers: readonly Party[] = [
  customer('Cedar & Wren LLC', null),
  customer('Blue Heron Living Inc.', null),
  customer('Maple Street Interiors', null),
]

/** The online shop is paid through a card processor, which deducts its fee and pays out the rest every week. */
export const cardProcessor: Party = customer('Zahlwerk Payments S.A.', 'BE')
