/** What each fault does to a request. A fault that does not fit the answer is not injected. */

import type { FaultKind } from '../faults.ts'
import type { Due } from '../schedule.ts'
import { type Answer, reasonOf } from '../upstream.ts'
import type { Exchange } from './exchange.ts'
import type { Passage } from './passage.ts'
import {
  balancerUnavailable,
  outcomeUnknown,
  reset,
  resyncRequired,
  sendCut,
  sendPart,
  sendWhole,
  tooManyRequests,
  unavailable,
} from './replies.ts'

/** True if the request has been answered, or its connection reset; false if it is still to be passed on. */
type Inject = (passage: Passage, exchange: Exchange, due: Due) => Promise<boolean>

const retryAfterSecondsMax = 2

async function refuse(passage: Passage, exchange: Exchange, due: Due, answer: Answer): Promise<true> {
  const { record, mistakes } = passage.parts
  const fault = passage.fault(due.kind, exchange)
  if (exchange.kind !== 'write') record.open(exchange.fingerprint, fault)
  const seconds = answer.headers['retry-after']
  const arrived = await sendWhole(exchange.response, answer, exchange.requestId)
  if (arrived && seconds !== undefined) mistakes.mustWait(exchange, Number(seconds), fault)
  return true
}

const secondsOf = (due: Due): number => 1 + due.below('seconds', retryAfterSecondsMax)

const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300

const canBeCut = ({ status, headers, body }: Answer): boolean =>
  status === 200 && body.length > 1 && String(headers['content-type']).startsWith('application/json')

/** From one byte up to all but one. */
const part = (due: Due, { body }: Answer): number => 1 + due.below('bytes', body.length - 1)

const resetAnswer: Inject = async (passage, exchange) => {
  const { record, mistakes } = passage.parts
  const fault = passage.fault('reset-answer', exchange)
  if (exchange.kind === 'write') mistakes.outcomeUnknown(exchange, false, fault)
  else record.open(exchange.fingerprint, fault)
  reset(exchange.response)
  return true
}

const resetBody: Inject = async (passage, exchange, due) => {
  const answer = await passage.ask(exchange)
  if (!canBeCut(answer)) return await passage.deliver(exchange, answer).then(() => true)
  passage.tear(exchange, answer, passage.fault('reset-body', exchange))
  await sendPart(exchange.response, answer, exchange.requestId, part(due, answer))
  return true
}

const cutJson: Inject = async (passage, exchange, due) => {
  const answer = await passage.ask(exchange)
  if (!canBeCut(answer)) return await passage.deliver(exchange, answer).then(() => true)
  passage.tear(exchange, answer, passage.fault('cut-json', exchange))
  const cut = { bytes: part(due, answer), chunked: due.below('form', 2) === 0 }
  await sendCut(exchange.response, answer, exchange.requestId, cut)
  return true
}

const silence: Inject = async (passage, exchange) => {
  const { mistakes, silenceMs, sleep } = passage.parts
  const fault = passage.fault('silence', exchange)
  const answer = await passage.ask(exchange)
  // Noted before the silence, because the client may give up and send the request again at any moment.
  if (exchange.kind === 'write') mistakes.outcomeUnknown(exchange, isDone(answer), fault)
  else passage.tear(exchange, answer, fault)
  await sleep(silenceMs, exchange.gone)
  if (await passage.deliver(exchange, answer)) mistakes.outcomeKnown(exchange)
  return true
}

/** After a write that was done. One that was refused is answered as it is. */
const afterWrite =
  (answerUnknown: (exchange: Exchange) => unknown): Inject =>
  async (passage, exchange, due) => {
    const answer = await passage.ask(exchange)
    if (!isDone(answer)) return await passage.deliver(exchange, answer).then(() => true)
    passage.parts.mistakes.outcomeUnknown(exchange, true, passage.fault(due.kind, exchange))
    await answerUnknown(exchange)
    return true
  }

/** The page is passed on after the change. */
const change: Inject = async (passage, exchange) => {
  const { writer, record } = passage.parts
  if (writer === null) return false
  try {
    await writer.change()
    passage.fault('change', exchange)
  } catch (error) {
    record.addTrouble(`Request ${exchange.number}: no change was made, ${reasonOf(error)}.`)
  }
  return false
}

/** A walk that was started again is let through to its end, or it would never get there. */
const resync: Inject = async (passage, exchange) => {
  const { record, resyncs } = passage.parts
  const { follower } = exchange
  if (follower === null || resyncs.isWalking(follower)) return false
  await loseOwnPayee(passage).catch(error => {
    record.addTrouble(`Request ${exchange.number}: the payee was not deleted, ${reasonOf(error)}.`)
  })
  const fault = passage.fault('resync', exchange)
  resyncs.require(follower, fault)
  record.open(follower, fault)
  if (await sendWhole(exchange.response, resyncRequired(), exchange.requestId)) resyncs.tell(follower)
  return true
}

/** As if it had been created after the backup: the client has it, and never learns that it is gone. */
async function loseOwnPayee({ parts: { writer, record } }: Passage): Promise<void> {
  const id = writer?.payeeId ?? null
  if (writer === null || id === null) return
  const served = record.lastServed('payee', id)
  if (served !== null && !served.torn && !served.deleted) await writer.delete(id)
}

export const injections: Readonly<Record<FaultKind, Inject>> = {
  '429': (passage, exchange, due) => refuse(passage, exchange, due, tooManyRequests(secondsOf(due))),
  '503': (passage, exchange, due) =>
    refuse(
      passage,
      exchange,
      due,
      due.below('form', 2) === 0 ? unavailable(secondsOf(due)) : balancerUnavailable(),
    ),
  'reset-answer': resetAnswer,
  'reset-body': resetBody,
  'cut-json': cutJson,
  silence,
  'outcome-unknown': afterWrite(exchange =>
    sendWhole(exchange.response, outcomeUnknown(), exchange.requestId),
  ),
  'answer-lost': afterWrite(exchange => reset(exchange.response)),
  change,
  resync,
  // Webhooks do not pass through here.
  'webhook-doubled': async () => false,
  'webhook-late': async () => false,
}
