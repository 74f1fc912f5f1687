import { fork } from 'node:child_process'

/**
 * Runs the program of `file` in a process of its own, sends it `orders`, and answers what it sends back.
 *
 * @throws where it ends without an answer
 */
export async function askProcess<Answer>(file: string, orders: object): Promise<Answer> {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (answer: Answer) => resolve(answer))
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}.`)))
    child.send(orders)
  })
}
