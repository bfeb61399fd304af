/** Browsers that came by HTTPS once come by HTTPS only for a year, whatever a link or a user types. */
export const strictTransportSecurity = ['Strict-Transport-Security', 'max-age=31536000'] as const
