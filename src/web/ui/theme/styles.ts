// What every page needs before anything else; the kit's own styles come with the first layout that uses it.
import './tokens.css'
import './base.css'
