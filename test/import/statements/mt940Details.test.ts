import { describe, expect, test } from 'vitest'
import { readDetails } from '../../../src/import/statements/mt940/mt940Details.ts'
import { noDetails } from '../../../src/import/statements/mt940/mt940DetailsShape.ts'

const iban = 'DE75512108001245126199'
const polish = 'PL61109010140000071219812874'

describe('the details of an MT940 entry', () => {
  test.each([
    [
      'with numbered fields, split wherever a line was full',
      [
        '166?00SEPA-GUTSCHRIFT?109075/611?20EREF+E2E-1?21SVWZ+RE-2026',
        '-0117?30BYLADEM1001?31DE7551210800',
        '1245126199?32Papierwerk Süd?33AG',
      ],
      {
        germanCode: '166',
        label: 'SEPA-GUTSCHRIFT',
        reference: 'RE-2026-0117',
        name: 'Papierwerk Süd AG',
        iban,
        endToEndId: 'E2E-1',
      },
    ],
    [
      'with numbered fields that are full, which continue without a space',
      ['166?20SVWZ+Beitrag Musical fuer F?21RIDA?32GEBUEHREN MANUELL GG UST-FRE?33I'],
      { germanCode: '166', reference: 'Beitrag Musical fuer FRIDA', name: 'GEBUEHREN MANUELL GG UST-FREI' },
    ],
    [
      'with keywords in the middle of a field',
      ['109?20EREF+A1 KREF+SEPA-1 MREF+2 CRED+DE98 OAMT+11,85 SVWZ+Grund'],
      { germanCode: '109', reference: 'Grund', endToEndId: 'A1', returned: true },
    ],
    [
      'without keywords',
      ['899?00STORNO?20STORNO ABSCHLUSS?21PER 01.02.'],
      { germanCode: '899', label: 'STORNO', reference: 'STORNO ABSCHLUSS PER 01.02.' },
    ],
    [
      'with the IBAN among the keywords',
      [`177?20IBAN+${iban}?21SVWZ+Miete`],
      { germanCode: '177', iban, reference: 'Miete' },
    ],
    ['without an end-to-end id', ['166?20EREF+NOTPROVIDED?21SVWZ+x'], { germanCode: '166', reference: 'x' }],
    [
      'with another separator',
      ['000>100987654321', '>20 HUUR>21KANTOOR>310390123456'],
      { germanCode: '000', reference: 'HUUR KANTOOR' },
    ],
    [
      'with the separator in a text',
      ['166?20SVWZ+Warum??32Wer'],
      { germanCode: '166', reference: 'Warum?', name: 'Wer' },
    ],
    [
      'with an invalid IBAN',
      ['166?31DE76512108001245126199?32X'],
      { germanCode: '166', name: 'X', wrongIban: 'DE76512108001245126199' },
    ],
    [
      'with names between slashes',
      ['/EREF/E2E-1/BENM//NAME/CONTRA ACCOUN', 'T HOLDER/REMI/Reference 201/ISDT/2026-01-02'],
      { reference: 'Reference 201', name: 'CONTRA ACCOUNT HOLDER', endToEndId: 'E2E-1' },
    ],
    [
      'with names between slashes, as ABN AMRO writes them',
      [`/TRTP/SEPA OVERBOEKING/IBAN/${iban}/BIC/ABNANL2A/NAME/J DOE/REMI/Factuur 1/EREF/NOTPROVIDED`],
      { label: 'SEPA OVERBOEKING', iban, name: 'J DOE', reference: 'Factuur 1' },
    ],
    [
      'with names between slashes, as ING writes them',
      [`/EREF/E1//CNTP/${iban}/INGBNL2A/J DOE/AMSTERDAM//REMI/USTD//Factuur 1/`],
      { iban, name: 'J DOE', reference: 'Factuur 1', endToEndId: 'E1' },
    ],
    [
      'as free text',
      ['GIRO   428428 KPN    BETALINGSKENM.', 'INCL. BTW'],
      { reference: 'GIRO 428428 KPN BETALINGSKENM. INCL. BTW' },
    ],
    [
      'as free text, split where a line was full',
      [`${'a'.repeat(61)}`, 'b'],
      { reference: `${'a'.repeat(61)}b` },
    ],
    [
      'as free text with the counterparty',
      ['FACTUUR 1', `REK: ${iban}/NAAM: PICQER`],
      { reference: 'FACTUUR 1', iban, name: 'PICQER' },
    ],
    [
      'with numbered fields, and the bank’s message if there is no text',
      ['159?00RETOURE?20EREF+K-1?21MTLG:Konto erloschen'],
      {
        germanCode: '159',
        label: 'RETOURE',
        endToEndId: 'K-1',
        reference: 'Konto erloschen',
        returned: true,
      },
    ],
    [
      'with numbered fields, and the text after the creditor id',
      ['106?20EREF+K-1?21CRED+DE98ZZZ09999999999?22Markthalle Nord 12.03.'],
      { germanCode: '106', endToEndId: 'K-1', reference: 'Markthalle Nord 12.03.' },
    ],
    [
      'with the tildes of Polish banks, where fields 60 to 63 are an address',
      ['020~00152', '~20FV 12/2026', '~21\u00ff', '~32SKLEP LAS~6200-950 WARSZAWA', `~38${polish}`],
      { reference: 'FV 12/2026', name: 'SKLEP LAS', iban: polish },
    ],
    [
      'with carets, no code, and an account without a country code',
      [`^00PRZELEW KRAJOWY^20czynsz^32JAN LAS^38${polish.slice(2)}`],
      { label: 'PRZELEW KRAJOWY', reference: 'czynsz', name: 'JAN LAS', iban: polish },
    ],
    [
      'with angle brackets, and the name in the twenties',
      ['<20czynsz maj<27JAN LAS', `<38${polish}`],
      { reference: 'czynsz maj', name: 'JAN LAS', iban: polish },
    ],
    [
      'with semicolons, as mBank writes them',
      [`944 PRZELEW KRAJOWY; NA RACH.: ${polish.slice(2)}; DLA: JAN LAS; TYT.: FV 7; TNR: 1452.1`],
      { label: 'PRZELEW KRAJOWY', reference: 'FV 7', name: 'JAN LAS', iban: polish },
    ],
    [
      'with semicolons, and an amount in another currency',
      ['944 PRZELEW; DLA: JAN LAS; TYT.: FV 7; WALUTA: PLN; KWOTA: 86,20; TNR: 1452.1'],
      { label: 'PRZELEW', reference: 'FV 7', name: 'JAN LAS', amounts: '/OCMT/PLN86,20/' },
    ],
    ['with the code twice', ['073', '073~00KARTA~20Kawa'], { label: 'KARTA', reference: 'Kawa' }],
    [
      'with colons',
      [`999DIRECT_DEBIT:Tarif: klein:Netz AG:${iban}:GEBUEHR`],
      { label: 'DIRECT DEBIT', reference: 'Tarif: klein', name: 'Netz AG', iban },
    ],
    [
      'with names between slashes, and an invalid IBAN',
      ['/CNTP/NL02ABNA0123456***/ABNANL2A/J DOE///RTRN/MS03//REMI/USTD//Terug/'],
      { name: 'J DOE', reference: 'Terug', wrongIban: 'NL02ABNA0123456***', returned: true },
    ],
    [
      'with unknown names between slashes, as text',
      ['/PT/FT/PY/SALARY', '   0042'],
      { reference: '/PT/FT/PY/SALARY 0042' },
    ],
    [
      'with an amount in another currency before the text',
      ['/OCMT/USD14,00/', 'INVOICE 7'],
      { reference: '/OCMT/USD14,00/INVOICE 7', amounts: '/OCMT/USD14,00/INVOICE 7' },
    ],
    ['with the code for unstructured text', ['999PN0911Miete'], { reference: 'Miete' }],
    [
      'as free text with only the name of the counterparty',
      ['PAS: 1111', 'NAAM: KOFFIEHUIS'],
      { reference: 'PAS: 1111', name: 'KOFFIEHUIS' },
    ],
    [
      'as free text with labels',
      [
        `SEPA Overboeking   IBAN: ${iban}   BIC: ABNANL2A   Naam: WIND BV   Omschrijving: nota 7   Kenmerk: K-1`,
      ],
      {
        label: 'SEPA Overboeking',
        reference: 'nota 7',
        name: 'WIND BV',
        iban,
        endToEndId: 'K-1',
      },
    ],
    ['that are blank', ['', ' '], {}],
  ])('are read %s', (_, lines, expected) => {
    expect(readDetails(lines)).toEqual({ ...noDetails, ...expected })
  })

  test('may repeat the account and name of :61: before the text', () => {
    const other = { account: iban, name: 'wind & zon bv' }
    expect(readDetails([`${iban} wind & zon bv`, ' ', 'nota 7'], other)).toEqual({
      ...noDetails,
      reference: 'nota 7',
      name: 'wind & zon bv',
      iban,
    })
  })
})
