/** One open live stream; `delays`: from the reading's own time to its coming, milliseconds of one machine's clock. */
export interface Screen {
  readonly delays: number[]
  close(): void
}

export async function openScreen(url: string, token: string): Promise<Screen> {
  const stopping = new AbortController()
  const { body } = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  })
  const delays: number[] = []
  const listening = (async () => {
    let rest = ''
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      const now = performance.timeOrigin + performance.now()
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const ts = /^event: weight\n.*"ts":"([^"]+)"/.exec(block)?.[1]
        if (ts) delays.push(now - Date.parse(ts))
      }
    }
  })()
  listening.catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return { delays, close: () => stopping.abort() }
}
