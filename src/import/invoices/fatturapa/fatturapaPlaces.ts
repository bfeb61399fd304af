/**
 * Places in a FatturaPA document, by local names. Only its root has a namespace, but programs put the rest
 * into one, too, or write it with a mistake.
 */
import type { Place } from '../document.ts'

/** All places that a path of names leads to, in document order. */
export function all(place: Place | undefined, ...names: string[]): Place[] {
  return names.reduce<Place[]>(
    (places, name) => places.flatMap(each => within(each, name)),
    place ? [place] : [],
  )
}

export const first = (place: Place | undefined, ...names: string[]): Place | undefined =>
  all(place, ...names)[0]

/** Siblings of the same name are numbered from 1, as in XPath. */
function within({ element, path }: Place, name: string): Place[] {
  const found = element.children.filter(each => each.name === name)
  return found.map((each, index) => ({
    element: each,
    path: found.length === 1 ? `${path}/${name}` : `${path}/${name}[${index + 1}]`,
  }))
}

export const textOf = (place: Place | undefined): string => place?.element.text ?? ''
