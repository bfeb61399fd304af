import { describe, expect, it } from 'vitest'
import { endingOn } from '../../src/demo/endingOn.ts'
import { demoWorkspace } from '../../src/demo/index.ts'

const demo = demoWorkspace()
const textsOf = (file: typeof demo) => JSON.stringify(file)

describe('The demo', () => {
  it.each(['2026-11-16', '2024-02-29', '2031-01-01'])(
    'ends on %s, with nothing later, and is the same again',
    day => {
      const moved = endingOn(demo, day)
      const booked = moved.transactions.flatMap(({ bookingDate }) => bookingDate ?? [])
      expect(booked.toSorted().at(-1)).toBe(day)
      const instants = textsOf(moved).match(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g) ?? []
      expect(instants.toSorted().at(-1)?.slice(0, 16)).toBe(`${day}T00:00`)
      expect(endingOn(demo, day)).toEqual(moved)
    },
  )

  it('is unchanged but for the last day if it ends on its own last day', () => {
    const moved = endingOn(demo, '2026-10-31')
    expect(moved.transactions.map(({ bookingDate }) => bookingDate)).toEqual(
      demo.transactions.map(({ bookingDate }) => bookingDate),
    )
    expect(moved.transactions.map(({ reference }) => reference)).toEqual(
      demo.transactions.map(({ reference }) => reference),
    )
  })

  it('keeps the order of creation, and updates after it', () => {
    const { transactions } = endingOn(demo, '2027-03-10')
    const created = transactions.map(({ createdAt }) => createdAt)
    expect(created).toEqual(created.toSorted())
    for (const { createdAt, updatedAt } of transactions) expect(updatedAt >= createdAt).toBe(true)
  })

  it('names the moved months in texts', () => {
    const references = endingOn(demo, '2027-10-31').transactions.map(({ reference }) => reference)
    expect(references).toContain('Group loan 10/2027')
    expect(references).not.toContain('Group loan 05/2025')
  })
})
