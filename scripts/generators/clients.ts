/** The generators: their exact versions, how each is run, and the adapter of the client that it makes. */

export interface Generator {
  name: string
  packages: Readonly<Record<string, string>>
  /** Files to write before it runs, by name. */
  files?: (baseUrl: string) => Readonly<Record<string, string>>
  /** The program and its arguments. */
  command: readonly [string, ...string[]]
  /** The source of a module that exports `adapterFor(place): Adapter`. */
  adapter: string
}

/** The newest versions that run on Node 20. */
export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: ['openapi-typescript', 'openapi.json', '-o', 'out/schema.ts'],
    adapter: `
import createClient from 'openapi-fetch'
import type { paths } from './out/schema.ts'

export function adapterFor({ baseUrl, apiKey }: Place): Adapter {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + apiKey } })
  return {
    workspaceName: async () => given((await client.GET('/workspace')).data).name,
    transactions: async query => {
      const { data, nextCursor } = given((await client.GET('/transactions', { params: { query } })).data)
      return { rows: data, next: nextCursor }
    },
    transaction: async id => given((await client.GET('/transactions/{id}', { params: { path: { id } } })).data),
    totals: async () =>
      given((await client.GET('/transaction-summary', { params: { query: { by: ['month'] } } })).data).totals.map(totalOf),
    createPayee: async body => given((await client.POST('/payees', { body })).data).id,
    renamePayee: async (id, name) =>
      given((await client.PATCH('/payees/{id}', { params: { path: { id } }, body: { name } })).data).name,
    deletePayee: async id => {
      await client.DELETE('/payees/{id}', { params: { path: { id } } })
    },
    missing: async id => {
      const { error } = await client.GET('/payees/{id}', { params: { path: { id } } })
      return given(error).status
    },
  }
}`,
  },
  {
    name: 'hey-api',
    packages: { '@hey-api/openapi-ts': '0.95.0' },
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'out'],
    adapter: `
import { client } from './out/client.gen.ts'
import * as sdk from './out/sdk.gen.ts'

export function adapterFor({ baseUrl, apiKey }: Place): Adapter {
  client.setConfig({ baseUrl, auth: apiKey })
  return {
    workspaceName: async () => given((await sdk.getWorkspace()).data).name,
    transactions: async query => {
      const { data, nextCursor } = given((await sdk.listTransactions({ query })).data)
      return { rows: data, next: nextCursor }
    },
    transaction: async id => given((await sdk.getTransaction({ path: { id } })).data),
    totals: async () =>
      given((await sdk.summarizeTransactions({ query: { by: ['month'] } })).data).totals.map(totalOf),
    createPayee: async body => given((await sdk.createPayee({ body })).data).id,
    renamePayee: async (id, name) => given((await sdk.updatePayee({ path: { id }, body: { name } })).data).name,
    deletePayee: async id => {
      await sdk.deletePayee({ path: { id } })
    },
    missing: async id => given((await sdk.getPayee({ path: { id } })).error).status,
  }
}`,
  },
  {
    name: 'orval',
    packages: { orval: '7.21.0' },
    files: baseUrl => ({
      'orval.config.mjs': `export default {
  florin: { input: './openapi.json', output: { target: './out/client.ts', client: 'fetch', baseUrl: '${baseUrl}' } },
}`,
    }),
    command: ['orval', '--config', 'orval.config.mjs'],
    adapter: `
import * as api from './out/client.ts'

export function adapterFor({ apiKey }: Place): Adapter {
  const options = { headers: { Authorization: 'Bearer ' + apiKey } }
  return {
    async workspaceName() {
      const reply = await api.getWorkspace(options)
      if (reply.status !== 200) throw new Error(String(reply.status))
      return reply.data.name
    },
    async transactions(query) {
      const reply = await api.listTransactions(query, options)
      if (reply.status !== 200) throw new Error(String(reply.status))
      return { rows: reply.data.data, next: reply.data.nextCursor }
    },
    async transaction(id) {
      const reply = await api.getTransaction(id, options)
      if (reply.status !== 200) throw new Error(String(reply.status))
      return reply.data
    },
    async totals() {
      const reply = await api.summarizeTransactions({ by: ['month'] }, options)
      if (reply.status !== 200) throw new Error(String(reply.status))
      return reply.data.totals.map(totalOf)
    },
    async createPayee(body) {
      const reply = await api.createPayee(body, options)
      if (reply.status !== 201) throw new Error(String(reply.status))
      return reply.data.id
    },
    async renamePayee(id, name) {
      const reply = await api.updatePayee(id, { name }, options)
      if (reply.status !== 200) throw new Error(String(reply.status))
      return reply.data.name
    },
    async deletePayee(id) {
      await api.deletePayee(id, options)
    },
    missing: async id => (await api.getPayee(id, options)).status,
  }
}`,
  },
  {
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'out', '-n', 'client.ts'],
    adapter: `
import { Api } from './out/client.ts'

export function adapterFor({ baseUrl, apiKey }: Place): Adapter {
  const api = new Api({ baseUrl, baseApiParams: { headers: { Authorization: 'Bearer ' + apiKey }, format: 'json' } })
  return {
    workspaceName: async () => (await api.workspace.getWorkspace()).data.name,
    transactions: async query => {
      const { data, nextCursor } = (await api.transactions.listTransactions(query)).data
      return { rows: data, next: nextCursor }
    },
    transaction: async id => (await api.transactions.getTransaction(id)).data,
    totals: async () => (await api.transactionSummary.summarizeTransactions({ by: ['month'] })).data.totals.map(totalOf),
    createPayee: async body => (await api.payees.createPayee(body)).data.id,
    renamePayee: async (id, name) => (await api.payees.updatePayee(id, { name })).data.name,
    deletePayee: async id => {
      await api.payees.deletePayee(id, { format: undefined })
    },
    missing: async id => {
      try {
        return (await api.payees.getPayee(id)).status
      } catch (response) {
        return (response as Response).status
      }
    },
  }
}`,
  },
  {
    name: 'kubb',
    packages: Object.fromEntries(
      ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map(name => [`@kubb/${name}`, '4.39.3']),
    ),
    files: () => ({
      'kubb.config.mjs': `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './out', clean: true },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginClient({ client: 'fetch' })],
})`,
    }),
    command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    adapter: `
import * as api from './out/index.ts'

export function adapterFor({ baseUrl, apiKey }: Place): Adapter {
  const config = { baseURL: baseUrl, headers: { Authorization: 'Bearer ' + apiKey, 'Content-Type': 'application/json' } }
  return {
    workspaceName: async () => (await api.getWorkspace(config)).name,
    transactions: async query => {
      const { data, nextCursor } = await api.listTransactions(query, config)
      return { rows: data, next: nextCursor }
    },
    transaction: id => api.getTransaction(id, config),
    totals: async () => (await api.summarizeTransactions({ by: ['month'] }, config)).totals.map(totalOf),
    createPayee: async body => (await api.createPayee(body, undefined, config)).id,
    renamePayee: async (id, name) => (await api.updatePayee(id, { name }, config)).name,
    deletePayee: async id => {
      await api.deletePayee(id, config)
    },
    // This client returns the body of an error like that of a result.
    missing: async id => ((await api.getPayee(id, config)) as unknown as { status: number }).status,
  }
}`,
  },
  {
    name: 'openapi-zod-client',
    packages: { 'openapi-zod-client': '1.18.3', '@zodios/core': '10.9.6', zod: '3.25.76', axios: '1.21.1' },
    command: ['openapi-zod-client', 'openapi.json', '-o', 'out/client.ts', '--with-alias'],
    adapter: `
import { isAxiosError } from 'axios'
import { createApiClient } from './out/client.ts'

export function adapterFor({ baseUrl, apiKey }: Place): Adapter {
  const api = createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: 'Bearer ' + apiKey } } })
  return {
    workspaceName: async () => (await api.getWorkspace()).name,
    transactions: async queries => {
      const { data, nextCursor } = await api.listTransactions({ queries })
      return { rows: data, next: nextCursor }
    },
    transaction: id => api.getTransaction({ params: { id } }),
    totals: async () => (await api.summarizeTransactions({ queries: { by: ['month'] } })).totals.map(totalOf),
    createPayee: async body => (await api.createPayee(body)).id,
    renamePayee: async (id, name) => (await api.updatePayee({ name }, { params: { id } })).name,
    deletePayee: async id => {
      await api.deletePayee(undefined, { params: { id } })
    },
    missing: async id => {
      try {
        await api.getPayee({ params: { id } })
        return 200
      } catch (error) {
        return (isAxiosError(error) ? error.response?.status : undefined) ?? 0
      }
    },
  }
}`,
  },
]
