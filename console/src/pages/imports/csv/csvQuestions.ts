/** Where each question about a table is asked: at a field, at the columns that it names, or above both. */
import type { CsvProposal } from '../../../../../src/contract/console/csvMapping.ts'
import { asSentence } from '../../../format/sentence.ts'
import { draftOf } from './csvDraft.ts'

export type Question = CsvProposal['uncertain'][number]

/** A question about more columns is asked once, above them. */
const columnsMax = 2

interface ColumnQuestions {
  /** By the number of the column. */
  byColumn: ReadonlyMap<number, string>
  rest: readonly Question[]
}

/** Of the questions that no field answers, those that are about one or two columns. */
export function columnQuestions(questions: readonly Question[], proposal: CsvProposal): ColumnQuestions {
  const byColumn = new Map<number, string>()
  const rest = questions.filter(question => {
    const columns = columnsOf(question, proposal)
    const isAsked = columns.length > 0 && columns.length <= columnsMax
    for (const at of isAsked ? columns : []) {
      byColumn.set(at, [byColumn.get(at), asSentence(question.reason)].filter(Boolean).join(' '))
    }
    return !isAsked
  })
  return { byColumn, rest }
}

/** The columns whose names it quotes, or else those with the content that it is about. */
function columnsOf({ at, reason }: Question, proposal: CsvProposal): number[] {
  const { meanings, header } = draftOf(proposal)
  const places = meanings.map((_, place) => place)
  const quoted = places.filter(place => {
    const name = header?.[place]?.trim()
    return name ? reason.includes(`"${name}"`) : false
  })
  return quoted.length > 0 ? quoted : places.filter(place => meanings[place] === at)
}
