import * as z from 'zod'
import { operation } from './operation.ts'
import { id, instant, listOf, nullableText, text } from './primitives.ts'

export const categorySlug = text({ min: 1, max: 255 })
  .refine(value => /^[A-Za-z0-9._~-]+$/.test(value), 'must be URL-safe: letters, digits, hyphen, dot, _ or ~')
  .meta({ description: 'URL-safe, unique within the workspace.', examples: ['software'] })

export const category = z
  .object({
    id: id('Opaque id of the category.', 'cat_01JZ7Q4W0G3V8N5K2M9R6T1XYF'),
    name: text({ min: 1 }).meta({ description: 'Display name.', examples: ['Software'] }),
    slug: categorySlug,
    color: nullableText('Display color.', '#4F6BED'),
    description: nullableText('What belongs in it.', 'Subscriptions and licences'),
    isSystem: z
      .boolean('must be true or false')
      .meta({ description: 'True for the default categories that every workspace starts with.' }),
    createdAt: instant('When the category was added.'),
  })
  .meta({ id: 'Category', description: 'A label for transactions. Workspace-wide, not per company.' })

export type Category = z.infer<typeof category>

export const listCategories = operation({
  id: 'listCategories',
  method: 'GET',
  path: '/categories',
  tag: 'Categories',
  summary: 'All categories',
  description: 'Unpaged, ordered by name.',
  scopes: ['categories:read'],
  query: z.object({}),
  success: {
    status: 200,
    description: 'Every category of the workspace.',
    schema: listOf(category),
  },
})

export const operations = { listCategories }
