import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { readInvoices } from '../../../src/import/invoices/readInvoice.ts'
import { type FatturaPaInvoice, fatturaPaOf } from './fatturapaText.ts'
import { checksOf, failed, read, valuesOf } from './written.ts'

const readOne = (invoice: FatturaPaInvoice = {}) => read(fatturaPaOf({ invoices: [invoice] }))
const notesOf = (invoice: FatturaPaInvoice) => readOne(invoice).problems.map(({ reason }) => reason)

describe('an invoice in FatturaPA', () => {
  test('becomes a bill with the place of each value', () => {
    const invoice = read(fatturaPaOf())
    expect([invoice.format, invoice.profile, invoice.problems]).toEqual(['fatturapa', 'FPR12', []])
    expect(valuesOf(invoice)).toEqual({
      supplierName: 'Segheria Blu & Figli S.r.l.',
      supplierIban: 'IT60X0542811101000000123456',
      invoiceNumber: 'H-2026/41',
      totalAmount: '244.61',
      vatAmount: '44.11',
      currency: 'EUR',
      invoiceDate: '2026-02-27',
      dueDate: '2026-03-29',
      paymentReference: 'RF18539007547034',
    })
    expect(checksOf(invoice)).toEqual({
      lineSum: true,
      taxSum: true,
      total: true,
      payable: true,
      iban: true,
      dates: true,
    })
    const bodyPath = '/FatturaElettronica/FatturaElettronicaBody'
    expect(invoice.fields.totalAmount?.path).toBe(
      `${bodyPath}/DatiPagamento/DettaglioPagamento/ImportoPagamento`,
    )
    expect(invoice.fields.invoiceNumber?.path).toBe(`${bodyPath}/DatiGenerali/DatiGeneraliDocumento/Numero`)
    expect(invoice.fields.vatAmount?.path).toBe(`${bodyPath}/DatiBeniServizi/DatiRiepilogo/Imposta`)
  })

  test('is read with any prefix, and with a namespace that is wrong or on every element', () => {
    const expected = valuesOf(read(fatturaPaOf()))
    const other = fatturaPaOf({ namespace: 'http://www.fatturapa.gov.it/sdi/fatturapa/v1.1' })
    const spaced = fatturaPaOf({
      namespace: 'http://ivaservizi.agenziaentrate.gov.it/ docs/xsd/fatture/v1.2',
    })
    const everywhere = fatturaPaOf()
      .replaceAll('p:FatturaElettronica', 'FatturaElettronica')
      .replace('xmlns:p=', 'xmlns=')
    for (const text of [other, spaced, everywhere]) expect(valuesOf(read(text))).toEqual(expected)
  })

  test('in Latin-1 keeps its letters', () => {
    const text = fatturaPaOf({ supplier: 'Società Caffè' }).replace('UTF-8', 'ISO-8859-1')
    expect(read(Buffer.from(text, 'latin1')).fields.supplierName?.value).toBe('Società Caffè')
  })

  test('of a person has both names', () => {
    const invoice = read(fatturaPaOf({ party: '<Nome>Ada</Nome><Cognome>Rossi</Cognome>' }))
    expect(invoice.fields.supplierName?.value).toBe('Ada Rossi')
  })

  test('that is a credit note is negative', () => {
    for (const type of ['TD04', 'TD08'])
      expect(valuesOf(readOne({ type }))).toMatchObject({ totalAmount: '-244.61', vatAmount: '-44.11' })
    expect(valuesOf(readOne({ type: 'TD05' }))).toMatchObject({ totalAmount: '244.61' })
  })

  test('that is a credit note with negative amounts is a credit, with a note', () => {
    const signed = {
      type: 'TD04',
      lines: ['-200.50'],
      net: '-200.50',
      tax: '-44.11',
      total: '-244.61',
      payments: [],
    }
    const invoice = readOne(signed)
    expect(valuesOf(invoice)).toMatchObject({ totalAmount: '-244.61', vatAmount: '-44.11' })
    expect(invoice.problems).toMatchObject([{ reason: expect.stringContaining('read as a credit') }])
    expect(valuesOf(readOne({ ...signed, type: 'TD01' }))).toMatchObject({ totalAmount: '-244.61' })
  })

  test('that the buyer issues for VAT, that the bank collects, or that goes to someone else has a note', () => {
    expect(notesOf({ type: 'TD17' })).toEqual([
      'TD17 is issued by the buyer for VAT; it is usually not to be paid',
    ])
    expect(notesOf({ payments: [{ means: 'MP19', amount: '244.61' }] })).toEqual([
      'the supplier collects it through the bank (MP19)',
    ])
    expect(
      notesOf({ payments: [{ amount: '244.61', more: '<Beneficiario>FACTOR SPA</Beneficiario>' }] }),
    ).toEqual(['it is to be paid to "FACTOR SPA", not to the supplier'])
  })
})

describe('the amount to pay of FatturaPA', () => {
  test('is the sum of the instalments, due with the first; the others are noted', () => {
    const invoice = readOne({
      payments: [
        { date: '2026-04-30', amount: '144.61' },
        { date: '2026-03-31', amount: '100.00' },
      ],
    })
    expect(valuesOf(invoice)).toMatchObject({ totalAmount: '244.61', dueDate: '2026-03-31' })
    expect(invoice.problems).toMatchObject([{ reason: 'it also names another due date, "2026-04-30"' }])
    expect(checksOf(invoice).payable).toBe(true)
  })

  test('is less than the total by what is withheld and by VAT that goes to the state', () => {
    const withheld = readOne({ withheld: '40.10', payments: [{ amount: '204.51' }] })
    expect(valuesOf(withheld)).toMatchObject({ totalAmount: '204.51', vatAmount: '44.11' })
    expect(checksOf(withheld)).toMatchObject({ total: true, payable: true })
    const split = readOne({ due: 'S', payments: [{ amount: '200.50' }] })
    expect(valuesOf(split)).toMatchObject({ totalAmount: '200.50' })
    expect(checksOf(split).payable).toBe(true)
    const already = readOne({ withheld: '40.10', total: '204.51', payments: [{ amount: '204.51' }] })
    expect(valuesOf(already)).toMatchObject({ totalAmount: '204.51' })
    expect(checksOf(already)).toMatchObject({ total: true, payable: true })
    const unstated = readOne({ withheld: '40.10', due: 'S', payments: [] })
    expect(valuesOf(unstated)).toMatchObject({ totalAmount: '160.40' })
  })

  test('follows from the total, or from its parts, if there are no payment terms or only zeros', () => {
    for (const payments of [[], [{ amount: '0.00' }], [{ date: '2026-03-29' }]])
      for (const total of ['244.61', null])
        expect(valuesOf(readOne({ payments, total }))).toMatchObject({ totalAmount: '244.61' })
  })

  test('is what the terms ask for even if it is not the total, which fails the check', () => {
    const invoice = readOne({ payments: [{ amount: '200.50' }] })
    expect(valuesOf(invoice)).toMatchObject({ totalAmount: '200.50' })
    expect(checksOf(invoice)).toMatchObject({ total: true, payable: false })
  })

  test('is not doubled by terms that are alternatives', () => {
    const text = fatturaPaOf()
    const [terms = ''] = /<DatiPagamento>.*<\/DatiPagamento>/s.exec(text) ?? []
    const twice = read(text.replace(terms, terms + terms))
    expect(valuesOf(twice)).toMatchObject({ totalAmount: '244.61' })
    expect(checksOf(twice).payable).toBe(true)
    const halves = terms.replace('244.61', '144.61') + terms.replace('244.61', '100.00')
    expect(valuesOf(read(text.replace(terms, halves)))).toMatchObject({ totalAmount: '244.61' })
  })

  test('is due some days after another day', () => {
    const more =
      '<DataRiferimentoTerminiPagamento>2026-02-27</DataRiferimentoTerminiPagamento><GiorniTerminiPagamento>30</GiorniTerminiPagamento>'
    expect(valuesOf(readOne({ payments: [{ amount: '244.61', more }] }))).toMatchObject({
      dueDate: '2026-03-29',
    })
  })
})

describe('the checks of FatturaPA', () => {
  test.each([
    ['lineSum', { lines: ['120.00', '79.49'] }, 'add up to 199.49; the taxable amounts are 200.50'],
    [
      'taxSum',
      { tax: '44.13', total: '244.63', payments: [] },
      '22.00 % of 200.50 is 44.11, but 44.13 is stated',
    ],
    ['total', { total: '250.00', payments: [] }, 'add up to 244.61; the stated total is 250.00'],
    ['dates', { payments: [{ date: '2026-02-01', amount: '244.61' }] }, 'earlier'],
    ['iban', { payments: [{ amount: '244.61', iban: 'IT61X0542811101000000123456' }] }, 'not a valid IBAN'],
  ])('%s fails with the figures', (name, given, detail) => {
    const check = readOne(given).checks.find(each => each.name === name)
    expect(check?.ok).toBe(false)
    expect(check?.detail).toContain(detail)
  })

  test('allow what the exchange system allows', () => {
    expect(
      checksOf(readOne({ lines: ['120.00', '80.00'], tax: '44.12', total: '244.62', payments: [] })),
    ).toMatchObject({
      lineSum: true,
      taxSum: true,
    })
    const fund =
      '<DatiCassaPrevidenziale><ImportoContributoCassa>8.02</ImportoContributoCassa></DatiCassaPrevidenziale>'
    expect(
      checksOf(readOne({ general: fund, net: '208.52', tax: '45.87', total: '254.39', payments: [] })),
    ).toMatchObject({
      lineSum: true,
      total: true,
    })
    const base =
      '<DatiRiepilogo><AliquotaIVA>0.00</AliquotaIVA><Arrotondamento>-0.01</Arrotondamento><ImponibileImporto>-0.01</ImponibileImporto><Imposta>0.00</Imposta></DatiRiepilogo>'
    expect(checksOf(readOne({ goods: base }))).toMatchObject({ lineSum: true, total: true })
    const rounded = '<Arrotondamento>0.39</Arrotondamento>'
    expect(checksOf(readOne({ general: rounded, total: '245.00', payments: [] }))).toMatchObject({
      total: true,
    })
  })
})

describe('a FatturaPA file', () => {
  test('with several bodies has an invoice for each', () => {
    const results = readInvoices(
      fatturaPaOf({
        invoices: [{ number: '1' }, { number: '2', type: 'TD04' }, { number: '3', issued: '2026-02-31' }],
      }),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'failed'])
    expect(results.map(({ invoice }) => invoice?.fields.totalAmount?.value)).toEqual([
      '244.61',
      '-244.61',
      '244.61',
    ])
    expect(results[1]?.invoice?.fields.invoiceNumber).toEqual({
      value: '2',
      path: '/FatturaElettronica/FatturaElettronicaBody[2]/DatiGenerali/DatiGeneraliDocumento/Numero',
    })
    // Each has its own problems.
    expect(results.map(({ invoice }) => invoice?.problems.length)).toEqual([0, 0, 1])
  })

  test('that is simplified has amounts with VAT', () => {
    const goods = (
      more: string,
    ) => `<p:FatturaElettronicaSemplificata versione="FSM10" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.0">
<FatturaElettronicaHeader><CedentePrestatore><Denominazione>Bar Blu</Denominazione></CedentePrestatore></FatturaElettronicaHeader>
<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD07</TipoDocumento><Divisa>EUR</Divisa><Data>2026-02-27</Data><Numero>7</Numero></DatiGeneraliDocumento></DatiGenerali>${more}</FatturaElettronicaBody></p:FatturaElettronicaSemplificata>`
    const stated =
      '<DatiBeniServizi><Importo>12.20</Importo><DatiIVA><Imposta>2.20</Imposta></DatiIVA></DatiBeniServizi>'
    const byRate =
      '<DatiBeniServizi><Importo>25.00</Importo><DatiIVA><Aliquota>22.00</Aliquota></DatiIVA></DatiBeniServizi>'
    expect(valuesOf(read(goods(stated)))).toMatchObject({
      supplierName: 'Bar Blu',
      totalAmount: '12.20',
      vatAmount: '2.20',
    })
    expect(valuesOf(read(goods(stated + byRate)))).toMatchObject({ totalAmount: '37.20', vatAmount: '6.71' })
    expect(read(goods(stated)).profile).toBe('FSM10')
  })

  test('that lacks something fails with what could be read', () => {
    const { reason, missing, invoice } = failed(fatturaPaOf({ party: '', invoices: [{ currency: 'Euro' }] }))
    expect(missing).toEqual(['supplierName', 'currency'])
    expect(reason).toContain('the supplier name')
    expect(invoice?.fields.invoiceNumber?.value).toBe('H-2026/41')
    const amounts = failed(fatturaPaOf({ invoices: [{ total: 'x', payments: [{ amount: '1,0' }] }] }))
    expect(amounts.missing).toEqual(['totalAmount'])
  })

  test.each([
    ['no body', fatturaPaOf({ invoices: [] }), 'no invoice in it'],
    ['too many bodies', fatturaPaOf({ invoices: Array(1001).fill({}) }), 'more than 1000 invoices'],
    ['a DOCTYPE', fatturaPaOf().replace('<p:', '<!DOCTYPE a [<!ENTITY b "c">]><p:'), 'DOCTYPE'],
    ['a cut', fatturaPaOf().slice(0, 900), 'not well-formed'],
  ])('with %s is refused', (_, text, reason) => {
    expect(() => readInvoices(text)).toThrow(UnreadableFile)
    expect(() => readInvoices(text)).toThrow(reason)
  })
})
