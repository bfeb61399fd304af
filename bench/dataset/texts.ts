/** Texts of banks. Some letters are not ASCII, as everywhere in Europe: they cost more to encode. */

export const counterparties = [
  'Papierwerk Süd AG',
  'Nordlicht Energie GmbH',
  'Stadtwerke München GmbH',
  'Bäckerei Grünwald e.K.',
  'Harbour Freight Services Ltd',
  'Atelier Lumière SARL',
  'Société Générale Factoring',
  'Iberia Logística S.L.',
  'Van den Berg Transport B.V.',
  'Alpine Versicherung AG',
  'Kowalski i Syn Sp. z o.o.',
  'Łódzkie Zakłady Metalowe S.A.',
  'Delta Software Inc.',
  'Cloud Nine Hosting GmbH',
  'Finanzamt Hamburg-Nord',
  'Techniker Krankenkasse',
  'Deutsche Telekom AG',
  'Steuerberatung Vogel & Partner',
  'Hausverwaltung Lindenhof',
  'Øresund Shipping A/S',
  'Customer 20417',
  'Meridian Consulting LLP',
  'Autohaus Krüger GmbH & Co. KG',
  'Green Valley Farms Co-operative',
]

export const merchants = [
  'Deutsche Bahn',
  'Lufthansa',
  'Café Central',
  'Hotel Zürich City',
  'Shell',
  'IKEA',
  'Notebooks Direct',
  'GitHub',
  'Figma',
  'Restaurant Chez Rémy',
  'Uber',
  'Office Depot',
]

export const labels = [
  'SEPA Überweisung',
  'SEPA-Lastschrift',
  'SEPA Credit Transfer',
  'Kartenzahlung',
  'Gutschrift',
  'Dauerauftrag',
  'Virement SEPA',
  'Card payment abroad',
]

export const categories = [
  ...['Revenue', 'Refunds', 'Payroll', 'Taxes', 'Social charges', 'Rent', 'Utilities', 'Telecom', 'Software'],
  ...['Hardware', 'Office supplies', 'Travel', 'Meals', 'Marketing', 'Professional services', 'Insurance'],
  ...['Bank fees', 'Loans', 'Internal transfers', 'Other', 'Büromaterial', 'Frais généraux', 'Fuhrpark'],
  ...['Weiterbildung', 'Événements'],
]

export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase()
