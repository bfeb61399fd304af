/** The details of an MT940 entry (:86:), however they were written. */

export interface Mt940Details {
  /** The German banks' business transaction code. */
  germanCode: string | null
  /** The bank's word for the kind of entry. */
  label: string | null
  reference: string | null
  name: string | null
  iban: string | null
  /** Text in place of the IBAN that looks like one but is not valid. */
  wrongIban: string | null
  endToEndId: string | null
  /** It returns an earlier payment. */
  returned: boolean
  /** SWIFT's /OCMT/ and /CHGS/ amounts, which some banks write here instead of below :61:. */
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

/** The counterparty according to :61: and the line below it; some banks repeat it at the start of :86:. */
export interface OtherSide {
  account: string
  name: string
}
