import { parentPort } from 'node:worker_threads'

/** One request of the test that measures the event loop: sent from a thread, whose own work does not stand in it. */
export interface Upload {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array<ArrayBuffer>
}

parentPort?.on('message', (uploads: readonly Upload[]) => {
  void Promise.all(
    uploads.map(async ({ url, ...request }) => {
      const answer = await fetch(url, request)
      return `${answer.status} ${await answer.text()}`
    }),
  ).then((answers) => parentPort!.postMessage(answers, []))
})
