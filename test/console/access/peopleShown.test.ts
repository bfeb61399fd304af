import { expect, it } from 'vitest'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { home } from './people.ts'

interface Shown {
  id: string
}

describeOnBothStores('The people of a workspace are shown', store => {
  const service = useService(store)

  it.each(['bookkeeper', 'member'] as const)(
    'to a %s with no second factor or activity but their own',
    async role => {
      const own = await home(service.current)
      const [owner, reader] = [await own.person('owner'), await own.person(role)]
      const { people } = (await reader.get(own.at('/people'))).body as { people: Shown[] }
      const known = (id: string) => Object.keys(people.find(each => each.id === id) ?? {})
      expect(known(owner.id).filter(key => key === 'secondFactor' || key === 'lastSeenAt')).toEqual([])
      expect(known(reader.id)).toEqual(expect.arrayContaining(['secondFactor', 'lastSeenAt']))
    },
  )
})
