/** The tables of all regions. */
import type { BankTable } from './bankTable.ts'
import { americanTables } from './regions/american.ts'
import { beneluxTables } from './regions/benelux.ts'
import { beyondTables } from './regions/beyond.ts'
import { britishTables } from './regions/british.ts'
import { easternTables } from './regions/eastern.ts'
import { europeanTables } from './regions/european.ts'
import { frenchTables } from './regions/french.ts'
import { germanTables } from './regions/german.ts'
import { newerTables } from './regions/newer.ts'
import { nordicTables } from './regions/nordic.ts'
import { northernTables } from './regions/northern.ts'
import { freshTables } from './regions/odd/fresh.ts'
import { moreFreshTables } from './regions/odd/freshMore.ts'
import { lateTables } from './regions/odd/late.ts'
import { latestTables } from './regions/odd/latest.ts'
import { oddTables } from './regions/odd/odd.ts'
import { oddMoreTables } from './regions/odd/oddMore.ts'
import { recentTables } from './regions/odd/recent.ts'
import { unseenTables } from './regions/odd/unseen.ts'
import { unsharedTables } from './regions/odd/unshared.ts'
import { wideTables } from './regions/odd/wide.ts'
import { olderTables } from './regions/older.ts'
import { otherTables } from './regions/others.ts'
import { overseasTables } from './regions/overseas.ts'
import { overseasMoreTables } from './regions/overseasMore.ts'
import { southernTables } from './regions/southern.ts'
import { swissTables } from './regions/swiss.ts'
import { walletTables } from './regions/wallets.ts'
import { worldwideTables } from './regions/worldwide.ts'

export const allTables: BankTable[] = [
  ...germanTables,
  ...beneluxTables,
  ...frenchTables,
  ...britishTables,
  ...americanTables,
  ...nordicTables,
  ...southernTables,
  ...easternTables,
  ...walletTables,
  ...olderTables,
  ...otherTables,
  ...worldwideTables,
  ...swissTables,
  ...newerTables,
  ...northernTables,
  ...europeanTables,
  ...overseasTables,
  ...overseasMoreTables,
  ...oddTables,
  ...oddMoreTables,
  ...unsharedTables,
  ...unseenTables,
  ...beyondTables,
  ...freshTables,
  ...moreFreshTables,
  ...lateTables,
  ...latestTables,
  ...recentTables,
  ...wideTables,
]
