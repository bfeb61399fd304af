/** Which columns a list shows: those that the URL names, or the usual ones for the width of the window. */
import { useMemo } from 'react'
import { useRoute } from '../../../router.tsx'
import { useMedia } from '../../../ui/useMedia.ts'

export interface UsualColumns<Name extends string> {
  names: Readonly<Record<Name, string>>
  usual: readonly Name[]
  /** Where there is little room. On a phone, rows have a form of their own. */
  usualIfNarrow: readonly Name[]
}

const narrow = '(min-width: 600px) and (max-width: 1000px)'
const wide = '(min-width: 1300px)'

export function useColumns<Name extends string>({ names, usual, usualIfNarrow }: UsualColumns<Name>) {
  const given = useRoute().query.get('columns')
  const isNarrow = useMedia(narrow)
  const isWide = useMedia(wide)
  const usualHere = isNarrow ? usualIfNarrow : usual
  const room = usualHere.length + (isWide ? 2 : 0)
  return useMemo(() => {
    const asked = given?.split(',') ?? []
    // In the order of the list. Unknown names are left out.
    const chosen = (Object.keys(names) as Name[]).filter(name => asked.includes(name))
    const shown = chosen.length > 0 ? chosen : usualHere
    /** `sideways`: more than there is room for. */
    return { names, usual: usualHere, shown, sideways: shown.length > room }
  }, [given, names, usualHere, room])
}
