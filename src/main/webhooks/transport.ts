/**
 * Sends messages over HTTPS. The address that is connected to is checked each time, after the name has been looked up
 * and before the connection is made: a name that led to a public address a moment ago may lead to this machine now.
 * Connections are not reused.
 */
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { createSecureContext, type TLSSocket } from 'node:tls'
import { type AllowedTargets, mayConnect, readWebhookUrl } from '../../domain/webhooks/addresses.ts'
import {
  type ExchangeResult,
  notReplied,
  type Outgoing,
  replied,
  replyBytesMax,
  type Transport,
} from '../../domain/webhooks/exchange.ts'

/** All addresses of a name; rejects if it has none. */
export type Resolve = (host: string) => Promise<string[]>

export interface TransportOptions {
  allowed: AllowedTargets
  resolve?: Resolve
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined
}

const userAgent = 'Florin-Webhooks/1.0 (Standard Webhooks)'
/** A name with more addresses than this is odd; the first ones are enough. */
const addressesMax = 8

export function transportOf({ allowed, resolve = resolverFor(allowed), ca }: TransportOptions): Transport {
  // Without keepAlive there is one connection per message. What can be shared is what makes connecting expensive: TLS
  // sessions, which the agent keeps, and the trusted certificates.
  const plain = new HttpAgent()
  let secure: HttpsAgent | undefined
  const lookup = checkedLookup(resolve, allowed)
  return outgoing => {
    // Again, because the settings may have changed, and because Node does not look up what is an address already.
    const read = readWebhookUrl(outgoing.url, allowed)
    if ('mistake' in read) return Promise.resolve(notReplied('unreachable', `the URL ${read.mistake}`))
    const url = new URL(read.url)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(outgoing.body)),
      'user-agent': userAgent,
      ...outgoing.headers,
    }
    const options = { method: 'POST', headers, lookup }
    if (url.protocol === 'http:') return exchange(httpRequest(url, { ...options, agent: plain }), outgoing)
    secure ??= new HttpsAgent({ secureContext: createSecureContext(ca === undefined ? {} : { ca }) })
    return exchange(httpsRequest(url, { ...options, agent: secure }), outgoing)
  }
}

/** Why the name may not be connected to. The receiver's owner sees less. */
class RefusedAddress extends Error {}

/** Every address that the name has must be allowed, and only those that were checked are connected to. */
function checkedLookup(resolve: Resolve, allowed: AllowedTargets): LookupFunction {
  const checked = async (name: string): Promise<{ address: string; family: number }[]> => {
    const host = name.toLowerCase().replace(/\.$/, '')
    const addresses = await resolve(host)
    const bad = addresses.find(address => !mayConnect(host, address, allowed))
    if (bad !== undefined) throw new RefusedAddress(`${host} has the address ${bad}, which is not public`)
    if (addresses.length === 0) throw new RefusedAddress(`${host} has no address`)
    return addresses.slice(0, addressesMax).map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
  }
  return (name, options, settle) => {
    checked(name).then(
      addresses => {
        const [first] = addresses
        if (options.all || first === undefined) settle(null, addresses)
        else settle(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => settle(error, ''),
    )
  }
}

const resolveMsMax = 3_000
const resolveTries = 2

/**
 * Asks the DNS servers directly. The system's own look-up would use one of a few threads for as long as a server does
 * not answer, and passwords are checked on the same threads. It is used for hosts that the operator has named, because
 * those may be in no DNS, but in /etc/hosts.
 */
function resolverFor({ hosts }: AllowedTargets): Resolve {
  return async host => {
    if (hosts.has(host)) return (await systemLookup(host, { all: true })).map(({ address }) => address)
    const resolver = new Resolver({ timeout: resolveMsMax, tries: resolveTries })
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
    if (addresses.length === 0) {
      const [failed] = found.filter(each => each.status === 'rejected')
      throw failed?.reason ?? new Error(`${host} has no address`)
    }
    return addresses
  }
}

type Stage = 'connecting' | 'securing' | 'connected'

function exchange(request: ClientRequest, { body, msMax, signal }: Outgoing): Promise<ExchangeResult> {
  return new Promise((settle, fail) => {
    let stage: Stage = 'connecting'
    let result: ExchangeResult | null = null
    const timer = setTimeout(() => {
      result ??= notReplied('timeout', `no reply within ${msMax} ms`)
      request.destroy()
    }, msMax)
    const abort = () => {
      fail(signal.reason)
      request.destroy()
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    request.once('socket', socket => {
      const isTls = 'encrypted' in (socket as TLSSocket)
      socket.once('connect', () => {
        stage = isTls ? 'securing' : 'connected'
      })
      socket.once('secureConnect', () => {
        stage = 'connected'
      })
    })
    request.once('response', reply => {
      result ??= replied(reply.statusCode ?? 0, reply.headers['retry-after'])
      drain(reply, () => request.destroy())
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      result ??= failureAt(stage, error)
    })
    request.once('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      settle(result ?? notReplied('invalid_reply', 'closed without a reply'))
    })
    request.end(body)
  })
}

/** Reads and forgets the body, so that the receiver can finish, but not without end. */
function drain(reply: IncomingMessage, stop: () => void): void {
  let bytes = 0
  reply.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > replyBytesMax) stop()
  })
  reply.on('error', () => undefined)
}

function failureAt(stage: Stage, error: NodeJS.ErrnoException): ExchangeResult {
  const detail = `${error.code ?? error.name}: ${error.message}`
  if (stage === 'connecting') return notReplied('unreachable', detail)
  return notReplied(stage === 'securing' ? 'tls' : 'invalid_reply', detail)
}
