import type { InvoiceContent, InvoiceParty } from '../../../contract/console/bills/content.ts'
import { amountAt, linesOf, partyOf, taxesOf, textAt } from '../content.ts'
import type { Place } from '../document.ts'
import { decimalOf } from '../exact.ts'
import type { FatturaPaAmounts } from './fatturapaAmounts.ts'
import { all, first } from './fatturapaPlaces.ts'

export function fatturapaContent(
  header: Place | undefined,
  body: Place,
  { statedTotal, addedTotal }: FatturaPaAmounts,
  isCredit: boolean,
): InvoiceContent {
  const goods = first(body, 'DatiBeniServizi')
  const gross = statedTotal ?? addedTotal
  return {
    isCredit,
    supplier: party(first(header, 'CedentePrestatore')),
    buyer: party(first(header, 'CessionarioCommittente')),
    net: netOf(all(goods, 'DatiRiepilogo', 'ImponibileImporto')),
    gross: gross ? decimalOf(gross) : null,
    prepaid: null,
    taxes: taxesOf(all(goods, 'DatiRiepilogo'), part => ({
      rate: amountAt(first(part, 'AliquotaIVA')),
      basis: amountAt(first(part, 'ImponibileImporto')),
      amount: amountAt(first(part, 'Imposta')),
    })),
    ...linesOf(all(goods, 'DettaglioLinee'), line => ({
      name: textAt(first(line, 'Descrizione')),
      quantity: amountAt(first(line, 'Quantita')),
      unit: textAt(first(line, 'UnitaMisura')),
      price: amountAt(first(line, 'PrezzoUnitario')),
      rate: amountAt(first(line, 'AliquotaIVA')),
      amount: amountAt(first(line, 'PrezzoTotale')),
    })),
  }
}

/** Only if there is a single rate: with several, each has its basis among the taxes. */
const netOf = (bases: readonly Place[]): string | null => (bases.length === 1 ? amountAt(bases[0]) : null)

function party(place: Place | undefined): InvoiceParty {
  const about = first(place, 'DatiAnagrafici') ?? first(place, 'IdentificativiFiscali') ?? place
  const person = first(place, 'DatiAnagrafici', 'Anagrafica') ?? place
  const names = [first(person, 'Nome'), first(person, 'Cognome')].flatMap(each => textAt(each) ?? [])
  const seat = first(place, 'Sede')
  const found = partyOf({
    names: [first(person, 'Denominazione')],
    vatNumbers: [],
    address: [
      [first(seat, 'Indirizzo'), first(seat, 'NumeroCivico')],
      [first(seat, 'CAP'), first(seat, 'Comune'), first(seat, 'Provincia')],
      [first(seat, 'Nazione')],
    ],
  })
  const number = first(about, 'IdFiscaleIVA')
  const vatNumber = `${textAt(first(number, 'IdPaese')) ?? ''}${textAt(first(number, 'IdCodice')) ?? ''}`
  return {
    ...found,
    name: found.name ?? (names.length > 0 ? names.join(' ') : null),
    vatNumber: vatNumber === '' ? textAt(first(about, 'CodiceFiscale')) : vatNumber,
  }
}
