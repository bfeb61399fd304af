/** The key that identifies an account: addresses that differ only in case or Unicode form are the same. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()
