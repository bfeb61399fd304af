/** Month names and their abbreviations in the languages of our users, without accents. */
import { plainText } from './plainText.ts'

const languages = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'januar februar marts april maj juni juli august september oktober november desember',
  'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  'januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december',
  'januar februar marec april maj jun jul august september oktober november december',
  'ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince',
  'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik',
  'januari februari maret april mei juni juli agustus september oktober november desember',
  'januar februar mart april maj jun jul avgust septembar oktobar novembar decembar',
  'sausio vasario kovo balandzio geguzes birzelio liepos rugpjucio rugsejo spalio lapkricio gruodzio',
  'janvaris februaris marts aprilis maijs junijs julijs augusts septembris oktobris novembris decembris',
  'jaanuar veebruar marts aprill mai juuni juuli august september oktoober november detsember',
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень',
  'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  'януари февруари март април май юни юли август септември октомври ноември декември',
  'јануар фебруар март април мај јун јул август септембар октобар новембар децембар',
  'ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος',
  'ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου',
  'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
].map(names => names.split(' ').map(plainText))

/** Their shortest forms mean other months in other languages, so they have only these. */
const finnish = 'tammi helmi maalis huhti touko kesa heina elo syys loka marras joulu'.split(' ')

/** Abbreviations that are not the start of a name. */
const others: readonly [string, number][] = [
  ['mrt', 3],
  ['mrz', 3],
  ['sept', 9],
  ['maerz', 3],
  ['janner', 1],
  ['janr', 1],
  ['jaenner', 1],
  ['feber', 2],
]

const byName = new Map<string, number | null>()
const note = (name: string, month: number): void => {
  const known = byName.get(name)
  // An abbreviation of two different months is of no use.
  byName.set(name, known === undefined || known === month ? month : null)
}

const prefixLengthMin = 3
for (const names of languages) {
  for (const [index, name] of names.entries()) {
    for (let length = prefixLengthMin; length < name.length; length += 1)
      note(name.slice(0, length), index + 1)
  }
}
for (const names of languages) for (const [index, name] of names.entries()) byName.set(name, index + 1)
for (const [index, name] of finnish.entries()) {
  for (const ending of ['', 'kuu', 'kuuta', 'k']) byName.set(name + ending, index + 1)
}
for (const [name, month] of others) byName.set(name, month)

/** The number of a month as two digits; null if the word, without accents and in lower case, is not one. */
export function monthOf(word: string): string | null {
  const month = byName.get(word)
  return month === undefined || month === null ? null : String(month).padStart(2, '0')
}

/** Without their signs above and below the letters, some would be the same. */
const thai = new Map(
  [
    'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.',
    'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
  ].flatMap(names => names.split(' ').map((name, at) => [name.replaceAll('.', ''), at] as const)),
)

/** 27 มี.ค. 2569 with the English name of the month; behind it, 69 is 2569, too. */
export const withoutThaiMonths = (text: string): string =>
  text.replace(/([\u0e01-\u0e4e][\u0e01-\u0e4e.]{1,11})( ?)([6-7]\d(?!\d))?/g, (all, name, blank, year) => {
    const at = thai.get(name.replaceAll('.', ''))
    const month = at === undefined ? undefined : languages[0]?.[at]
    return month === undefined ? all : `${month}${blank}${year === undefined ? '' : `25${year}`}`
  })
