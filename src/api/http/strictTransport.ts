/** Tells browsers to use only HTTPS for a year. */
export const strictTransportSecurity = ['Strict-Transport-Security', 'max-age=31536000'] as const
