declare module 'autocannon' {
  interface Request {
    method: 'GET' | 'POST'
    path: string
    body?: string
    headers?: Record<string, string>
  }
  interface Settings {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Milliseconds between looks at the clock. */
    sampleInt: number
    headers: Record<string, string>
    requests: readonly Request[]
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    /** Seconds. */
    duration: number
    /** Bytes of answers. */
    throughput: { total: number }
  }
  export default function autocannon(settings: Settings): Promise<Result>
}
