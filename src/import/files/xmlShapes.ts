/**
 * Reads elements that repeat in the same shape, such as the entries of a statement: the same tags and blanks in the same
 * order, and only the texts inside differ. Each shape becomes a regular expression, which reads an element much
 * faster than tag by tag. The elements of the first one are kept, and filled with the new texts.
 */
import { plainText } from './xmlText.ts'
import type { XmlElement } from './xmlTree.ts'

/** An element of a known shape. Valid until the next one is read. */
export interface ShapedElement<Content> {
  /** What was learned with the shape, filled with the texts of this element. */
  content: Content
  /** Where it ends in the text. */
  end: number
  /** Line breaks in it, and before it. */
  lines: number
}

interface Shape<Content> {
  written: string
  pattern: RegExp
  content: Content
  elements: readonly XmlElement[]
  /** Line breaks before the end of each element's tag. */
  linesBefore: readonly number[]
  lines: number
  /** The elements that contain only text, in order. */
  leaves: readonly XmlElement[]
}

/** A file with more shapes, or longer ones, does not repeat itself. Each unknown element is compared with all of them. */
const shapesMax = 24
export const shapeLengthMax = 8_000
/** Learning takes much longer than reading, so it must not happen for every element: one that was found pays for a part of it. */
const learningCost = 100
const learningsAtFirst = 50

export class XmlShapes<Content> {
  /** The one that was found last comes first. */
  readonly #shapes: Shape<Content>[] = []
  #credit = learningCost * learningsAtFirst

  /** Shapes depend on what is around them: depth and namespaces. */
  forget(): void {
    this.#shapes.length = 0
  }

  /** The element that starts at this place, after any blanks; null if its shape is unknown, or its end is not in this text. */
  read(text: string, start: number, line: number): ShapedElement<Content> | null {
    for (let index = 0; index < this.#shapes.length; index += 1) {
      const shape = this.#shapes[index]
      if (shape === undefined) break
      shape.pattern.lastIndex = start
      const found = shape.pattern.exec(text)
      if (found === null) continue
      if (index > 0) this.#moveToFront(index, shape)
      return this.#filled(shape, found, line)
    }
    return null
  }

  #moveToFront(index: number, shape: Shape<Content>): void {
    // The texts of the last one keep parts of the file in memory.
    for (const leaf of this.#shapes[0]?.leaves ?? []) leaf.text = ''
    this.#shapes.splice(index, 1)
    this.#shapes.unshift(shape)
  }

  #filled(shape: Shape<Content>, found: RegExpExecArray, line: number): ShapedElement<Content> | null {
    const { content, elements, linesBefore, lines, leaves, pattern } = shape
    const hasEntities = found[0].includes('&')
    for (let index = 0; index < leaves.length; index += 1) {
      const written = found[index + 1] ?? ''
      const value = hasEntities ? plainText(written) : written
      if (value === null) return null
      const leaf = leaves[index]
      if (leaf !== undefined) leaf.text = hasEdges(value) ? value.trim() : value
    }
    for (let index = 0; index < elements.length; index += 1) {
      const element = elements[index]
      if (element !== undefined) element.line = line + (linesBefore[index] ?? 0)
    }
    this.#credit += 1
    return { content, end: pattern.lastIndex, lines }
  }

  /**
   * Learns from an element that was read tag by tag. The text starts where the tag before it ends; the elements are all
   * that were read from it, in order. They are filled with other texts from now on.
   */
  learn(text: string, elements: readonly XmlElement[], content: Content): void {
    if (text.length > shapeLengthMax || this.#credit < learningCost) return
    this.#credit -= learningCost
    const parts = partsOf(text)
    if (parts === null || parts.linesBefore.length !== elements.length) return
    const { written, linesBefore, lines } = parts
    if (this.#shapes.some(shape => shape.written === written)) return
    const leaves = parts.leaves.flatMap(index => elements[index] ?? [])
    const pattern = new RegExp(written, 'y')
    this.#shapes.unshift({ written, pattern, content, elements, linesBefore, lines, leaves })
    this.#shapes.splice(shapesMax)
  }
}

/** Whether there may be something to trim. */
function hasEdges(text: string): boolean {
  return text !== '' && (isEdge(text.charCodeAt(0)) || isEdge(text.charCodeAt(text.length - 1)))
}

const isEdge = (code: number): boolean => code <= 0x20 || code > 0x7e

interface Parts {
  /** The pattern as text. */
  written: string
  /** For each element, the line breaks up to the end of its tag, without those in texts. */
  linesBefore: number[]
  lines: number
  /** Which of the elements contain only text. */
  leaves: number[]
}

const tag = /<[^<>]*>/g

/** Text in one line without characters that need a closer look. It ends at the next tag, so it can only match in one way. */
const plainCharacters = '([^<>\\0-\\x1f\\ud800-\\uffff]*)'

/** The shape of an element that is known to be well-formed; null if it has text next to elements. */
function partsOf(text: string): Parts | null {
  const parts: Parts = { written: '', linesBefore: [], lines: 0, leaves: [] }
  let end = 0
  let isOpen = false
  for (const { 0: written, index } of text.matchAll(tag)) {
    const between = text.slice(end, index)
    const closes = written.startsWith('</')
    if (closes && isOpen) {
      parts.leaves.push(parts.linesBefore.length - 1)
      parts.written += plainCharacters
    } else if (between.trim() !== '') return null
    else parts.written += escaped(between)
    parts.written += escaped(written)
    if (!(closes && isOpen)) parts.lines += lineBreaksIn(between)
    parts.lines += lineBreaksIn(written)
    if (!closes) parts.linesBefore.push(parts.lines)
    isOpen = !closes && !written.endsWith('/>')
    end = index + written.length
  }
  return end === text.length ? parts : null
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const lineBreaksIn = (text: string): number => text.split('\n').length - 1
