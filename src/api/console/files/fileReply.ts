/**
 * Serves an untrusted file for download. Browsers must not show it as one of our pages, so it is sent as an attachment
 * with a known type, and a policy that lets it run and load nothing even if it is opened.
 */
import type { documentMediaTypes } from '../../../contract/console/bills/billDetails.ts'
import type { exportMediaTypes } from '../../../contract/console/lists.ts'
import type { Reply } from '../../http/reply.ts'

export interface ServedFile {
  name: string
  /** From a fixed list, none of which browsers render as a page. */
  mediaType: (typeof documentMediaTypes)[number] | (typeof exportMediaTypes)[keyof typeof exportMediaTypes]
  /** The whole file, or its pieces as they are made. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  /** Shown inside one of our pages. Only for PDFs, which browsers show in a viewer of their own. */
  inline?: boolean
}

export function fileReply(status: number, file: ServedFile, ...headers: string[]): Reply {
  const isInline = file.inline === true && file.mediaType === 'application/pdf'
  const own = [
    'Content-Type',
    file.mediaType,
    'Content-Disposition',
    disposition(isInline ? 'inline' : 'attachment', file.name),
    'Content-Security-Policy',
    isInline ? inlinePolicy : "default-src 'none'; sandbox",
  ]
  return { status, headers: [...own, ...headers], body: file.bytes }
}

/**
 * Browsers refuse to start their PDF viewer in a sandbox. Without it, the viewer still has no access to our pages, and the
 * fixed type with nosniff keeps the bytes from being read as anything else. Only our own pages may frame it.
 */
const inlinePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** RFC 6266: the name in UTF-8 (RFC 5987) for current browsers, and in ASCII for other clients. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
