/** Without schemas, so that the console's pages can show the descriptions. */

/**
 * What went wrong with an attempt. One word for all reasons why no connection was made, so that nobody can explore the
 * operator's network; the service's log has the details.
 */
export const attemptErrors = ['unreachable', 'tls', 'timeout', 'invalid_reply', 'redirect', 'status'] as const
export type AttemptError = (typeof attemptErrors)[number]

export const attemptErrorDescriptions: Record<AttemptError, string> = {
  unreachable:
    'The host was not found, has an address that this service may not send to, or did not accept the connection.',
  tls: 'The certificate is not valid, or no encrypted connection could be made.',
  timeout: 'There was no complete reply within 15 seconds.',
  invalid_reply: 'The reply was not HTTP, or the connection was closed before it.',
  redirect: 'The reply was a redirect. Redirects are not followed: use the final address.',
  status: 'The status of the reply was not 200 to 299.',
}
