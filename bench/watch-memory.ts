/** The largest memory of the process until it is stopped, its threads included. */
export function watchMemory() {
  let most = 0
  const look = () => (most = Math.max(most, process.memoryUsage().rss))
  const timer = setInterval(look, 50)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}
