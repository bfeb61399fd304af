/** The arguments of florin webhooks. */
const workspace = { value: 'ID', summary: 'the workspace', required: true }

export const webhookShapes = {
  'webhooks list': {
    summary: 'List webhooks and how they are doing',
    options: { workspace: { value: 'ID', summary: 'only the webhooks of this workspace' } },
  },
  'webhooks create': {
    summary: 'Create a webhook; its secret is shown once',
    options: {
      workspace,
      name: { value: 'NAME', summary: 'a label for the webhook', required: true },
      url: { value: 'URL', summary: 'where messages are sent, https only', required: true },
      resources: { value: 'A,B', summary: 'such as transaction,bill; without it, all resources' },
      company: { value: 'ID', summary: 'only rows of this company, and categories' },
      include: { value: 'WHAT', summary: 'nothing (default), or objects: the changed rows' },
      start: { value: 'WHERE', summary: 'now (default), or beginning: also what is there already' },
    },
  },
  'webhooks show': { summary: 'Show a webhook', operands: ['ID'] },
  'webhooks rotate': {
    summary: 'Create a new secret; for 24 hours the old one signs too',
    operands: ['ID'],
  },
  'webhooks enable': { summary: 'Enable a webhook; it goes on where it was', operands: ['ID'] },
  'webhooks disable': { summary: 'Disable a webhook; nothing is lost', operands: ['ID'] },
  'webhooks delete': { summary: 'Delete a webhook and its attempts', operands: ['ID'] },
  'webhooks test': { summary: 'Send a test message now and show the reply', operands: ['ID'] },
  'webhooks replay': {
    summary: 'Deliver again what changed since an instant',
    operands: ['ID'],
    options: { from: { value: 'INSTANT', summary: 'such as 2026-03-31T09:30:00Z' } },
    flags: { all: 'deliver everything again' },
  },
  'webhooks attempts': { summary: 'List the last 100 attempts, newest first', operands: ['ID'] },
} as const
