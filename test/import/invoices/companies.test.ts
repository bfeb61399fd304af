/** The buyer decides which company an invoice belongs to, and an own invoice is no bill. */
import { expect, it } from 'vitest'
import { company } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useImporter } from '../importer.ts'
import { ciiOf, facts, ublOf } from './written.ts'

interface Named {
  name: string
  vat?: string
}

function ublTo({ name, vat }: Named, type = '380'): string {
  const tax =
    vat === undefined ? '' : `<cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID></cac:PartyTaxScheme>`
  const buyer = `<cac:AccountingCustomerParty><cac:Party>${tax}<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>`
  return ublOf()
    .replace('</cac:AccountingSupplierParty>', `</cac:AccountingSupplierParty>${buyer}`)
    .replace(/<cbc:InvoiceTypeCode>\d+/, `<cbc:InvoiceTypeCode>${type}`)
}

const ciiTo = ({ name }: Named): string =>
  ciiOf().replace(
    '</ram:SellerTradeParty>',
    `</ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>${name}</ram:Name></ram:BuyerTradeParty>`,
  )

describeOnBothStores('an e-invoice in a workspace with several companies', store => {
  const importer = useImporter(store)
  const workspace = (...companies: Parameters<typeof company>[0][]) =>
    importer.workspace(file => ({ ...file, companies: companies.map(each => company(each)) }))

  it('belongs to the one that it is addressed to, by name or VAT number', async () => {
    const at = await workspace(
      { name: 'Nordlicht GmbH', vatNumber: 'DE 298 417 203' },
      { name: 'Südwind AG' },
    )
    const [north, south] = (await at.exported()).companies
    const bills = async () => (await at.exported()).bills.map(({ companyId }) => companyId)
    await at.take(ublTo({ name: 'NORDLICHT  Gmbh.' }))
    expect(await bills()).toEqual([north?.id])
    await at.take(ublTo({ name: 'Another name', vat: 'DE298417203' }).replaceAll('H-2026/41', 'H-2'))
    expect(await bills()).toEqual([north?.id, north?.id])
    await at.take(ciiTo({ name: 'Südwind AG' }))
    expect((await bills()).filter(id => id === south?.id)).toHaveLength(1)
    // Another VAT number is another company, whatever its name.
    const other = await at.take(
      ublTo({ name: 'Nordlicht GmbH', vat: 'FR12345678901' }).replaceAll('H-2026/41', 'H-3'),
    )
    expect(other).toMatchObject({ outcome: 'refused', counts: { added: 0 } })
    expect(other.reason).toContain('several companies')
    expect(other.reason).not.toMatch(/com_/)
    expect(other.company?.companies.map(({ name }) => name).sort()).toEqual(['Nordlicht GmbH', 'Südwind AG'])
    expect(other.company?.proposedId).toBe(null)
  })

  it('of one of them is refused with that reason, unless another one of them is to pay it', async () => {
    const at = await workspace({ name: facts.supplier }, { name: 'Südwind AG' })
    const [own, south] = (await at.exported()).companies.sort((one, other) =>
      one.name === facts.supplier ? -1 : other.name === facts.supplier ? 1 : 0,
    )
    const refused = await at.take(ublTo({ name: 'Kunde KG' }))
    expect(refused).toMatchObject({ outcome: 'refused', counts: { added: 0 } })
    expect(refused.reason).toBe(
      `It is an invoice of ${facts.supplier} to Kunde KG, not one to be paid. Only invoices of suppliers are imported.`,
    )
    expect((await at.take(ublTo({ name: 'Kunde KG' }, '389'))).reason).toContain('self-billing')
    expect(await at.take(ublTo({ name: 'Kunde KG' }), { companyId: own?.id })).toMatchObject({
      outcome: 'refused',
    })
    expect((await at.exported()).bills).toEqual([])
    expect(await at.take(ublTo({ name: 'Südwind AG' }))).toMatchObject({ outcome: 'imported' })
    expect((await at.exported()).bills).toMatchObject([{ companyId: south?.id }])
  })

  it('that a buyer writes for the supplier (type 389) is a bill of that buyer', async () => {
    const at = await workspace({ name: 'Nordlicht GmbH' })
    expect(await at.take(ublTo({ name: 'Nordlicht GmbH' }, '389'))).toMatchObject({ outcome: 'imported' })
    expect((await at.exported()).bills).toMatchObject([
      { supplierName: facts.supplier, status: 'pending_match' },
    ])
  })
})
