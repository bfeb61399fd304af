/** What tells two accounts apart: addresses that differ in case or in the form of a letter are one. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()
