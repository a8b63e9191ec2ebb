// The engine is compiled with vector instructions (SIMD) and without them; this is the name of the one that the browser runs.
// The service worker runs this file as a script and the engine worker as a module, so it exports nothing.
// The module below has one function, which returns a vector constant.
const vectorModule = [
  0, 97, 115, 109, 1, 0, 0, 0, // "\0asm", version 1
  1, 5, 1, 96, 0, 1, 123, // type: () -> v128
  3, 2, 1, 0, // function 0 has that type
  10, 22, 1, 20, 0, 253, 12, ...new Uint8Array(16), 11, // code: v128.const 0, end
];
self.ENGINE_NAME = WebAssembly.validate(new Uint8Array(vectorModule)) ? "worker_simd" : "worker";
