/** `npm run faults -- kills N`: kills at random moments, and looks for lost and duplicated writes after each one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { account, iban, smallWorkspace } from '../../test/support/builders.ts'
import { type Child, Florin } from '../support/florin.ts'
import { type Random, randomFrom } from '../support/random.ts'
import { backends, openFaultStore, type StoreName } from '../support/store.ts'
import { Checks } from './checks.ts'
import { mayRepeat, newTask, type Place, type Progress, progressOf, type Task } from './commands.ts'
import { Ledger } from './ledger.ts'
import { kill, type Victim, victimsOf } from './victims.ts'
import { startWriters, type Writers } from './writers.ts'

const writersCount = 4
const momentMsMax = 400
/** How long a command may run before it is killed; most take less. */
const commandMsMax = 900
/** Loading the program takes long on a busy machine, so most commands are killed shortly after they start working. */
const underWayPercent = 70
const underWayMsMax = 120
const loadingMsMax = 20_000
const quietMsMax = 10_000
/** The full lists are compared this often, and at the end: comparing takes longer the more rows there are. */
const compareEvery = 10
const commandPercent = 40
/** A kill takes a few seconds; a run that takes this much longer hangs. */
const secondsPerKillMax = 60

/** A run with this many kills that never hits certain moments proves nothing about them. */
const provingKillsMin = 50

interface Run {
  place: Place
  checks: Checks
  ledger: Ledger
  writers: Writers
  random: Random
  /** How far commands were when they were killed. */
  progress: Record<Progress, number>
}

/** The moments that were hit, over all stores. */
interface Hits {
  /** Writes that succeeded but whose reply was lost. */
  replayed: number
  /** Commands killed while working. */
  underWay: number
}

export async function kills(count: number, stores: readonly StoreName[], seed: number): Promise<boolean> {
  process.stdout.write(`seed ${seed}\n`)
  const hang = setTimeout(
    () => {
      process.stderr.write('faults: the run hangs; giving up\n')
      process.exit(1)
    },
    (count + 5) * secondsPerKillMax * 1000,
  )
  const findings: string[] = []
  const hits = { replayed: 0, underWay: 0 }
  for (const [index, store] of stores.entries()) {
    const share = Math.floor(count / stores.length) + (index < count % stores.length ? 1 : 0)
    findings.push(...(await killsOn(store, share, randomFrom(seed + index), hits)))
  }
  if (count >= provingKillsMin) findings.push(...missedMoments(hits))
  clearTimeout(hang)
  const verdict = findings.length === 0 ? 'ok' : `${findings.length} findings`
  process.stdout.write(`${count} kills, seed ${seed}: ${verdict}\n`)
  return findings.length === 0
}

async function killsOn(store: StoreName, count: number, random: Random, hits: Hits): Promise<string[]> {
  const startedMs = performance.now()
  const run = await prepare(store, random)
  const findings: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const victim = random.pick(victimsOf[store])
    const killMs = performance.now()
    const found = await round(run, victim, number, number % compareEvery === 0 || number === count)
    findings.push(...found)
    const { acknowledged, unanswered } = run.writers.counts
    const seconds = ((performance.now() - killMs) / 1000).toFixed(1)
    process.stdout.write(
      `${store} ${number}/${count} ${victim}: ${found.length === 0 ? 'ok' : found.join('; ')} ` +
        `(${seconds} s, ${acknowledged} writes acknowledged, ${unanswered} not)\n`,
    )
  }
  await run.writers.pause()
  await run.place.florin.service.kill()
  const { acknowledged, unanswered, repeated, replayed } = run.writers.counts
  const { loading, done } = run.progress
  hits.replayed += replayed
  hits.underWay += run.progress['under way']
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(
    `${store}: ${count} kills in ${minutes} min, ${acknowledged} writes acknowledged, ${unanswered} not, ` +
      `${repeated} repeated with their key, ${replayed} of which had already succeeded; ` +
      `commands killed: ${loading} while loading, ${run.progress['under way']} under way, ${done} too late: ` +
      `${findings.length} findings\n`,
  )
  return findings
}

function missedMoments({ replayed, underWay }: Hits): string[] {
  const found: string[] = []
  if (replayed === 0) found.push('missed: no kill hit the moment between a commit and its reply')
  if (underWay === 0) found.push('missed: no command was killed while working')
  for (const each of found) process.stdout.write(`${each}\n`)
  return found
}

async function prepare(storeName: StoreName, random: Random): Promise<Run> {
  const florin = new Florin(
    await openFaultStore(storeName, { durable: true }),
    storeName === 'postgres' ? ['--workers', '2'] : [],
  )
  await florin.start()
  const file = smallWorkspace()
  const [owner] = file.companies
  if (!owner) throw new Error('The workspace has no company.')
  const bankAccount = account(owner, { iban: iban() })
  file.accounts.push(bankAccount)
  const path = join(florin.store.folder, 'workspace.json')
  writeFileSync(path, JSON.stringify(file))
  await florin.run(['load', path])
  const workspace = file.workspace.id
  const words = ['keys', 'create', '--workspace', workspace, '--name', 'faults', '--scopes', 'all']
  const { secret } = await florin.run<{ secret: string }>(words)
  const place = { florin, file, account: bankAccount }
  const ledger = new Ledger(file.payees.map(payee => payee.iban))
  const writers = startWriters(writersCount, { florin, ledger, secret, companyId: owner.id, random })
  const progress = { loading: 0, 'under way': 0, done: 0 }
  return { place, checks: new Checks(place, secret), ledger, writers, random, progress }
}

async function round(run: Run, victim: Victim, number: number, compare: boolean): Promise<string[]> {
  const { place, random, writers } = run
  const { florin } = place
  const isCommand = victim === 'command' || victim === 'command alone'
  const task = isCommand || random.percent(commandPercent) ? newTask(place, number, random) : null
  if (victim === 'command alone') {
    await florin.service.kill()
  }
  const command = task && florin.command(task.words)
  if (isCommand && command) await commandMoment(run, command)
  else await sleep(random.below(momentMsMax))
  if (isCommand && command) run.progress[progressOf(command, florin)] += 1
  // A write after the kill would hide an earlier one that was lost.
  const found = await kill(victim, florin, command, random, writers.stop)
  await writers.pause()
  if (task && command) found.push(...(await settleTask(run, task, command)))
  await quiet(run)
  found.push(...run.ledger.check(await run.checks.payees()))
  // Only now, because it would restore a write that was lost.
  await writers.repeatKeyed()
  found.push(...writers.findings.splice(0))
  await run.checks.sync()
  if (compare) found.push(...(await run.checks.compare()))
  writers.resume()
  return found
}

async function commandMoment({ place, random }: Run, command: Child): Promise<void> {
  if (!random.percent(underWayPercent)) return await sleep(random.below(commandMsMax))
  const deadlineMs = performance.now() + loadingMsMax
  while (progressOf(command, place.florin) === 'loading' && performance.now() < deadlineMs) await sleep(2)
  await sleep(random.below(underWayMsMax))
}

/**
 * A command that was killed, or lost its service or database, has done all or nothing; the next attempt does
 * the rest.
 */
async function settleTask(run: Run, task: Task, command: Child): Promise<string[]> {
  const { code } = await command.ended
  await quiet(run)
  const count = await countNow(run, task)
  const what = `${task.kind} ${task.mark}`
  if (count !== 0 && count !== task.whole) return [`partial: ${what} left ${count} of ${task.whole} rows`]
  if (code === 0 && count === 0) return [`lost: ${what} succeeded, but left no rows`]
  if (!mayRepeat(task) || code === 0) return []
  const again = await run.place.florin.command(task.words).ended
  if (again.code !== 0) return [`stuck: ${what} cannot be repeated: ${again.stderr}${again.stdout}`]
  const after = await countNow(run, task)
  return after === task.whole
    ? []
    : [`duplicate: ${what} left ${after} of ${task.whole} rows after a second attempt`]
}

async function countNow({ checks }: Run, task: Task): Promise<number> {
  await checks.sync()
  return await checks.countOf(task)
}

/** A server may finish what a dead client had requested. Nothing is certain before that. */
async function quiet({ place }: Run): Promise<void> {
  const { server } = place.florin.store
  if (server === null) return
  const deadlineMs = performance.now() + quietMsMax
  while (performance.now() < deadlineMs) {
    const busy = await backends(server, true).catch(() => [0])
    if (busy.length === 0) return
    await sleep(20)
  }
}
