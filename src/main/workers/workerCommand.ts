/** The command that the primary starts its workers with. */
import cluster from 'node:cluster'

const name = 'worker'

/** The arguments that start a worker. They are visible in process lists, so that each worker can be identified. */
export const workerArguments = (number: number): string[] => [name, String(number)]

/** Only the primary can start workers; on the command line this command does not exist. */
export const isWorker = (words: readonly string[]): boolean => cluster.isWorker && words[0] === name
