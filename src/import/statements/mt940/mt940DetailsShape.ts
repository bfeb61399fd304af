/** What the details of an entry of MT940 (:86:) say, whichever way they are written. */

export interface Mt940Details {
  /** The business transaction code of the German banks. */
  germanCode: string | null
  /** The bank's word for the kind of entry. */
  label: string | null
  reference: string | null
  name: string | null
  iban: string | null
  /** What stands where the IBAN should and begins like one, but is none. */
  wrongIban: string | null
  endToEndId: string | null
  /** It gives back an earlier payment. */
  returned: boolean
  /** Amounts in SWIFT's way, /OCMT/ and /CHGS/, which some banks write here instead of below :61:. */
  amounts: string | null
}

export const noDetails: Mt940Details = {
  germanCode: null,
  label: null,
  reference: null,
  name: null,
  iban: null,
  wrongIban: null,
  endToEndId: null,
  returned: false,
  amounts: null,
}

/** What :61: and the line below it say of the other side; some banks repeat it at the beginning of :86:. */
export interface OtherSide {
  account: string
  name: string
}
