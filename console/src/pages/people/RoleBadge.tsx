import type { Role } from '../../../../src/contract/console/roles.ts'
import { Badge, type Tone, wordsOf } from '../../ui/text/Badge.tsx'

const tones: Record<Role, Tone> = { owner: 'warning', admin: 'info', bookkeeper: 'good', member: 'neutral' }

export const RoleBadge = ({ role }: { role: Role }) => <Badge tone={tones[role]}>{wordsOf(role)}</Badge>
