/**
 * Forward secrecy for every connection: recorded traffic cannot be decrypted even with the certificate's key. This
 * requires TLS 1.3, or TLS 1.2 with an ephemeral key exchange.
 */
import { constants } from 'node:crypto'

const tls13 = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256']
const tls12 = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap(cipher =>
  ['ECDSA', 'RSA'].map(certificate => `ECDHE-${certificate}-${cipher}`),
)

export const tlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [...tls13, ...tls12].join(':'),
  honorCipherOrder: true,
  // A session ticket would hold its keys encrypted under one key that lives as long as the process.
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const
