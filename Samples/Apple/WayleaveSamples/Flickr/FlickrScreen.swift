import SwiftUI
import WayleaveApple

/// The photo sets of the user; each opens a grid of its photos.
struct FlickrScreen: View {
  @Bindable var photosets: Photosets

  var body: some View {
    List {
      if let problem = photosets.problem { Text(problem) }
      if photosets.account == nil {
        Button("Sign in") { Task { await photosets.signIn() } }
      }
      ForEach(photosets.sets) { set in
        NavigationLink(set.title.text) {
          ScrollView {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 100))]) {
              ForEach(photosets.photos) { photo in
                AsyncImage(url: photo.thumbnail).accessibilityLabel(photo.title)
              }
            }
          }
          .navigationTitle(set.title.text)
          .task { await photosets.open(set) }
        }
      }
    }
    .navigationTitle("Flickr")
  }
}
