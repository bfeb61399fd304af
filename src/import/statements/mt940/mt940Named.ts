/**
 * :86: with names between slashes, as Dutch banks write it: /TRTP/…/IBAN/…/NAME/…/REMI/…; other banks use
 * other names.
 */
import { withoutEdges } from '../../../domain/edges.ts'
import { ibanOf, label, referenceOf } from '../fields.ts'
import type { Mt940Details } from './mt940DetailsShape.ts'

export const namedStart = /^\/[A-Z]{2,10}\//

const names =
  'TRTP|TRCD|EREF|PREF|KREF|MARF|CSID|IBAN|BBAN|BIC|NAME|BENM|ORDP|CNTP|ACCW|REMI|ISDT|RTRN|PURP|ULTD|ULTC|ULTB|ADDR|CITY|ID|SVCL|USTD|STRD|CDTRREFTP|CDTRREF|BUSP|UDTR|UCRD|OCMT|CHGS|EXCH'
/** The slash after a name may also be the one before the next. */
const nameBetweenSlashes = new RegExp(`/(${names})(?=/)`)

export function readNamed(text: string): Partial<Mt940Details> {
  const [before = '', ...rest] = text.split(nameBetweenSlashes)
  const values = new Map<string, string>()
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [name = '', value = ''] = [rest[index], rest[index + 1]]
    const clean = withoutEdges(value, '/').trim()
    if (clean !== '') values.set(name, clean)
  }
  // ING writes the counterparty as /CNTP/iban/bic/name/city/, with empty parts for what is unknown.
  const [, partyIban, , partyName] = partyParts(rest)
  const [pooledIban] = values.get('ACCW')?.split(',') ?? []
  const accounts = [values.get('IBAN'), partyIban, pooledIban]
  const iban = accounts.map(each => ibanOf(each)).find(each => each !== null) ?? null
  const wrong = accounts.find(each => /^[A-Z]{2}\d{2}/.test(each ?? ''))
  const remittance =
    values.get('CDTRREF') ?? values.get('USTD') ?? values.get('STRD') ?? values.get('REMI') ?? null
  // Text under an unknown name must not get lost.
  const unnamed = before.trim() !== '' || values.has('OCMT')
  return {
    label: label(values.get('TRTP')),
    reference: label((remittance ?? (unnamed ? text : null))?.replace(/\s+/g, ' ')),
    name: label(values.get('NAME') ?? partyName ?? values.get('BENM') ?? values.get('ORDP')),
    iban,
    wrongIban: iban === null && wrong !== undefined ? wrong : null,
    endToEndId: referenceOf(values.get('EREF')),
    returned: values.has('RTRN'),
    amounts: values.has('OCMT') || values.has('CHGS') ? text : null,
  }
}

function partyParts(pieces: string[]): string[] {
  const at = pieces.indexOf('CNTP')
  return at === -1 ? [] : (pieces[at + 1] ?? '').split('/').map(part => part.trim())
}
