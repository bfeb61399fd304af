/**
 * Currencies of ISO 4217 with their number and decimal places. Old bank formats write the number instead of
 * the code, and amounts without a decimal point.
 */

/** Code and number, for currencies with two decimal places. */
const twoPlaces =
  'AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BMD060 BND096 ' +
  'BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CNY156 COP170 CRC188 CUP192 CVE132 ' +
  'CZK203 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 ' +
  'GTQ320 GYD328 HKD344 HNL340 HRK191 HTG332 HUF348 IDR360 ILS376 INR356 IRR364 JMD388 KES404 KGS417 KHR116 ' +
  'KPW408 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 ' +
  'MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 PAB590 PEN604 ' +
  'PGK598 PHP608 PKR586 PLN985 QAR634 RON946 RSD941 RUB643 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 ' +
  'SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TOP776 TRY949 TTD780 TWD901 ' +
  'TZS834 UAH980 USD840 UYU858 UZS860 VED926 VES928 WST882 XCD951 XCG532 YER886 ZAR710 ZMW967 ZWG924'
const noPlaces =
  'BIF108 CLP152 DJF262 ESP724 GNF324 ISK352 JPY392 KMF174 KRW410 PYG600 RWF646 UGX800 VND704 VUV548 XAF950 ' +
  'XOF952 XPF953'
const threePlaces = 'BHD048 IQD368 JOD400 KWD414 LYD434 OMR512 TND788'

const formerCodes = new Set(
  'ATS BEF BYR CYP DEM EEK FIM FRF GHC GRD IEP ITL LTL LUF LVL MRO MTL NLG PTE ROL RUR SIT SKK SLL STD TRL VEF ZMK ZWL CUC BGN CHE CHW CLF COU'.split(
    ' ',
  ),
)

const placesByCode = new Map<string, number>()
const codesByNumber = new Map<string, string>()
for (const [list, places] of [
  [twoPlaces, 2],
  [noPlaces, 0],
  [threePlaces, 3],
] as const) {
  for (const each of list.split(' ')) {
    placesByCode.set(each.slice(0, 3), places)
    codesByNumber.set(each.slice(3), each.slice(0, 3))
  }
}

/** The decimal places of amounts in this currency. Most have two, and so do codes that are not in the list. */
export const decimalPlaces = (currency: string | null): number =>
  currency === null ? 2 : (placesByCode.get(currency) ?? 2)

/** A currency of today, or one that statements of the last decades still have. */
export const isCurrencyOfIso = (code: string): boolean => placesByCode.has(code) || formerCodes.has(code)

/** Such as EUR for 978. */
export const currencyOfNumber = (number: string): string | null => codesByNumber.get(number) ?? null
