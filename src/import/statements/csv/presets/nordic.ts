import type { Preset } from './preset.ts'

/** Nordic banks. */
export const nordicPresets: Preset[] = [
  {
    id: 'nordea-se',
    name: 'Nordea (Sweden)',
    names: ['Bokföringsdag', 'Belopp', 'Avsändare', 'Mottagare', 'Namn', 'Rubrik'],
    columns: {
      bookingDate: 'Bokföringsdag',
      amount: 'Belopp',
      counterpartyName: 'Namn',
      description: 'Rubrik',
      currency: 'Valuta',
    },
    settings: { sign: 'written' },
  },
  {
    id: 'nordea-dk',
    name: 'Nordea (Denmark)',
    names: ['Bogført', 'Tekst', 'Rentedato', 'Beløb', 'Saldo'],
    settings: { sign: 'written', currency: 'DKK' },
  },
  {
    id: 'nordea-no',
    name: 'Nordea (Norway)',
    names: ['Bokføringsdato', 'Beløp', 'Avsender', 'Mottaker', 'Navn', 'Tittel'],
    columns: {
      bookingDate: 'Bokføringsdato',
      amount: 'Beløp',
      counterpartyName: 'Navn',
      description: 'Betalingstype',
      reference: 'Tittel',
      currency: 'Valuta',
    },
    settings: { sign: 'written' },
  },
  {
    id: 'nordea-fi',
    name: 'Nordea (Finland)',
    names: ['Kirjauspäivä', 'Arvopäivä', 'Maksupäivä', 'Määrä', 'Saaja/Maksaja', 'Tapahtuma', 'Viesti'],
    settings: { sign: 'written', currency: 'EUR' },
  },
  {
    id: 'handelsbanken',
    name: 'Handelsbanken',
    names: ['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'],
    settings: { sign: 'written', currency: 'SEK' },
  },
  {
    id: 'seb',
    name: 'SEB',
    names: ['Bokföringsdatum', 'Valutadatum', 'Verifikationsnummer', 'Text', 'Belopp', 'Saldo'],
    settings: { sign: 'written', currency: 'SEK' },
  },
  {
    id: 'swedbank',
    name: 'Swedbank',
    names: ['Radnr', 'Clnr', 'Kontonr', 'Bokfdag', 'Transdag', 'Valutadag', 'Belopp'],
    settings: { sign: 'written' },
  },
  {
    id: 'danske-bank',
    name: 'Danske Bank',
    names: ['Dato', 'Tekst', 'Beløb', 'Saldo', 'Status', 'Afstemt'],
    settings: { sign: 'written', currency: 'DKK' },
  },
  {
    id: 'dnb',
    name: 'DNB',
    names: ['Dato', 'Forklaring', 'Rentedato', 'Ut fra konto', 'Inn på konto'],
    settings: { currency: 'NOK' },
  },
  {
    id: 'op',
    name: 'OP',
    names: [
      'Kirjauspäivä',
      'Arvopäivä',
      'Määrä EUROA',
      'Laji',
      'Selitys',
      'Saaja/Maksaja',
      'Arkistointitunnus',
    ],
    columns: {
      bookingDate: 'Kirjauspäivä',
      valueDate: 'Arvopäivä',
      amount: 'Määrä EUROA',
      description: 'Selitys',
      counterpartyName: 'Saaja/Maksaja',
      reference: ['Viite', 'Viesti'],
      bankReference: 'Arkistointitunnus',
    },
    settings: { sign: 'written', currency: 'EUR' },
  },
]
