// Loads, strips and compiles the sources of the named programs without running a line of them: the first of two imports is
// evaluated first and throws, and by then everything that the second one reaches has been compiled.
import { pathToFileURL } from 'node:url'

const LINKED = 'linked'
for (const file of process.argv.slice(2)) {
  const stop = `data:text/javascript,throw new Error('${LINKED}') // ${encodeURIComponent(file)}`
  const source = `import ${JSON.stringify(stop)}; import ${JSON.stringify(pathToFileURL(file).href)}`
  await import(`data:text/javascript,${encodeURIComponent(source)}`).catch((error) => {
    // A source that does not load is reported by the program itself.
    if (error.message !== LINKED) console.error(error)
  })
}
