import { listCategories as listStored } from '../store/categories.ts'
import type { Handler } from './http/call.ts'

export const listCategories: Handler<'listCategories'> = async ({ reads, workspaceId }) => ({
  data: await listStored(reads, workspaceId),
})
