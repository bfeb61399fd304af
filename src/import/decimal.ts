/** What the readers need of exact decimals. */
export { DecimalSum, readDecimal, type Signed } from '../domain/decimal.ts'
