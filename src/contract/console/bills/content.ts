/** What an invoice says besides the values of its bill: who sells and buys, the net amount, the taxes and the lines. */
import * as z from 'zod'

/** Maximum number of lines that are kept. `lineCount` is the number in the document. */
export const linesMax = 200
export const taxesMax = 50

const some = z.string().nullable()

export const invoiceParty = z.object({ name: some, vatNumber: some, address: z.array(z.string()) })

export type InvoiceParty = z.infer<typeof invoiceParty>

export const invoiceLine = z.object({
  name: some,
  quantity: some,
  unit: some,
  price: some.meta({ description: 'For one unit, without VAT.' }),
  rate: some.meta({ description: 'VAT in percent.' }),
  amount: some.meta({ description: 'Without VAT.' }),
})

export const invoiceContent = z.object({
  isCredit: z.boolean().meta({ description: 'A credit note. Its amounts are as written, without a sign.' }),
  supplier: invoiceParty,
  buyer: invoiceParty,
  net: some,
  gross: some.meta({ description: 'Including VAT, before anything that was paid in advance.' }),
  prepaid: some,
  taxes: z.array(z.object({ rate: some, basis: some, amount: some })),
  lines: z.array(invoiceLine),
  lineCount: z.int(),
})

export type InvoiceContent = z.infer<typeof invoiceContent>
