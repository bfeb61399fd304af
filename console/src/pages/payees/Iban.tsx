import { groupedIban } from './ibanText.ts'

export const Iban = ({ value }: { value: string }) => <span className="iban">{groupedIban(value)}</span>
