/** The reason, as the browser gave it. */
document.getElementById('reason')!.textContent = decodeURIComponent(location.hash.slice(1))

export {}
