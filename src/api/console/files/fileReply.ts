/**
 * A file for a person to save. It came from anybody, so no browser may show it as a page of ours: it is an attachment of
 * a known type, and were it opened all the same, it could run nothing and reach nothing.
 */
import type { documentMediaTypes } from '../../../contract/console/billDetails.ts'
import type { Reply } from '../../http/reply.ts'

export interface ServedFile {
  name: string
  /** Of a closed list: none of them is what a browser would take for a page. */
  mediaType: (typeof documentMediaTypes)[number]
  bytes: Uint8Array
}

export function fileReply(status: number, file: ServedFile, ...headers: string[]): Reply {
  const own = [
    'Content-Type',
    file.mediaType,
    'Content-Disposition',
    attachment(file.name),
    'Content-Security-Policy',
    "default-src 'none'; sandbox",
  ]
  return { status, headers: [...own, ...headers], body: file.bytes }
}

/** RFC 6266: for every browser of today the name in UTF-8 (RFC 5987), and in ASCII for whatever else asks. */
function attachment(name: string): string {
  const ascii = name.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
