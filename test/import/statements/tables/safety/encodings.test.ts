/** Names of columns without accents say in which encoding the texts below them are. */
import { describe, expect, test } from 'vitest'
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

describe('without names of columns, the characters that a language uses every day say it, as in', () => {
  test.each([
    [
      'shift_jis',
      '山田\u3000太郎\u3000様,4980-****,ＶＩＳＡカード\n2026/03/27,書店\u3000文具店,1500,1\n2026/03/28,ラーメン屋,330,1\n',
      '8e529363814091be98598140976c2c343938302d2a2a2a2a2c8275826882728260834a815b83680a323032362f30332f32372c8f919358814095b68bef93582c313530302c310a323032362f30332f32382c8389815b8381839389ae2c3333302c310a',
    ],
    [
      'shift_jis',
      '2026/03/27,ｶ)ﾍﾟ-ﾊﾟ- 東京支店,1500,1\n2026/03/28,カード\u3000ショテン\u3000ポイント,330,1\n',
      '323032362f30332f32372cb629cddf2dcadf2d20938c8b9e8e7893582c313530302c310a323032362f30332f32382c834a815b8368814083568387836583938140837c8343839383672c3333302c310a',
    ],
    [
      'big5',
      '2026/03/27,書店信用卡消費,1500,1\n2026/03/28,文具店的茶葉與咖啡,330,1\n',
      '323032362f30332f32372caed1a9b1ab48a5cea564aef8b64f2c313530302c310a323032362f30332f32382ca4e5a8e3a9b1aabaaff9b8adbb50a940b0d82c3333302c310a',
    ],
  ])('%s: %j', (encoding, text, hex) => {
    const found = decodeTable(Buffer.from(hex, 'hex'))
    expect(found.used.encoding).toBe(encoding)
    expect(found.text).toBe(text)
  })
})
