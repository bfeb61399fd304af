/** What both lists to work in offer beside their filters, in the same order. */
import type { ComponentProps } from 'react'
import type { ListName } from '../../../../../src/contract/console/listWords.ts'
import { CallButton, ColumnsMenu, ExportMenu, SortField } from './Menus.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'

interface ListToolsProps {
  list: ListName
  sorting: ComponentProps<typeof SortField>
  columns: ComponentProps<typeof ColumnsMenu>
  exportPath: ComponentProps<typeof ExportMenu>['path']
  query: Record<string, unknown>
}

/** The API returns up to so many rows at once. */
const apiRows = 100

export const ListTools = ({ list, sorting, columns, exportPath, query }: ListToolsProps) => (
  <>
    <SortField {...sorting} />
    <ColumnsMenu {...columns} />
    <ViewsMenu list={list} />
    <ExportMenu path={exportPath} query={{ ...query, sort: sorting.value }} columns={columns.shown} />
    <CallButton method="GET" path={`/${list}`} query={{ ...query, limit: apiRows }} />
  </>
)
