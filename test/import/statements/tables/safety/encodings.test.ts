/** Names of columns without accents say in which encoding the texts below them are. */
import { expect, test } from 'vitest'
import { decodeTable } from '../../../../../src/import/statements/csv/guess/guessEncoding.ts'

/** Bytes of a text with single signs that have another byte than in the encoding of Western Europe. */
const bytesOf = (text: string, others: Record<string, number>): Uint8Array =>
  Uint8Array.from([...text], letter => others[letter] ?? letter.charCodeAt(0))

test.each([
  [
    'Polish of Windows',
    'Data operacji;Opis operacji;Kwota;Waluta\n31.03.2026;Zakupy spożywcze;-85,10;PLN\n',
    { ż: 0xbf },
    'windows-1250',
  ],
  [
    'Turkish of Windows',
    'Tarih;Aciklama;Tutar;Bakiye\n31.03.2026;Şok Market alışverişi;-85,10;2324,90\n',
    { Ş: 0xde, ş: 0xfe, ı: 0xfd },
    'windows-1254',
  ],
  ['German of Windows', 'Datum;Text;Betrag\n31.03.2026;Gebühr für Schließfach;-85,10\n', {}, 'windows-1252'],
])('%s', (_, text, others, encoding) => {
  const found = decodeTable(bytesOf(text, others))
  expect(found.used.encoding).toBe(encoding)
  expect(found.text).toBe(text)
})
