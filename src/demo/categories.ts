/** The default categories, and four that this group created itself. */
import { complete, type Given } from '../contract/blank.ts'
import { type Category, category as categorySchema } from '../contract/categories.ts'
import { defaultCategories } from '../domain/defaultCategories.ts'
import { demoId } from './ids.ts'
import { randomStream } from './random.ts'

type CategoryPlan = Given<Omit<Category, 'id'>>

const completeCategory = complete(categorySchema)

const seededAt = '2025-04-07T08:10:02.114Z'

const ownCategories: readonly Omit<CategoryPlan, 'isSystem'>[] = [
  {
    name: 'Raw materials',
    slug: 'raw-materials',
    color: '#8D6E4F',
    description: 'Wood, fittings, fabric, varnish',
    createdAt: '2025-04-14T10:22:48.530Z',
  },
  {
    name: 'Freight',
    slug: 'freight',
    color: '#2F7F86',
    description: 'Carriers, customs and packaging',
    createdAt: '2025-04-14T10:24:05.167Z',
  },
  {
    name: 'Märkte & Messen',
    slug: 'maerkte-messen',
    color: null,
    description: 'Stands, passes and stand construction',
    createdAt: '2025-04-14T10:31:17.902Z',
  },
  {
    name: 'Freelancers',
    slug: 'freelancers',
    color: '#7E57C2',
    description: null,
    createdAt: '2025-04-24T14:05:31.275Z',
  },
]

export function demoCategories(): Category[] {
  const random = randomStream('category ids')
  const plans: CategoryPlan[] = [
    ...defaultCategories.map(category => ({ ...category, isSystem: true, createdAt: seededAt })),
    ...ownCategories.map(category => ({ ...category, isSystem: false })),
  ]
  return plans.map(plan =>
    completeCategory({ id: demoId('cat', Date.parse(plan.createdAt), random), ...plan }),
  )
}
