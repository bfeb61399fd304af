/** An MT940 message around the entries of a test. */
export const mt940Message = (entries: string, account = '12030000/202051'): string => `:20:STARTUMS
:25:${account}
:28C:00012/001
:60F:C260330EUR100,00
${entries}
:62F:C260331EUR112,50
-
`
